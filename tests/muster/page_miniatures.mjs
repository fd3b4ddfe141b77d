// Makes miniatures with the page's own code: cards on standard input, tones and points on standard output.
import { readFileSync } from "node:fs";
import { miniatureOf, traitsOf } from "../../web/src/miniatures/index.ts";

const cards = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(cards.map((card) => ({ traits: traitsOf(card), solids: miniatureOf(card).map(({ tone, points, faces }) => ({ tone, points, faces })) }))));
