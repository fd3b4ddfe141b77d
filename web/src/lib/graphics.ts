// Whether this browser draws with a graphics card, with the processor, or not in three dimensions at all.
export type Graphics = "fast" | "slow" | "none";

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;
let known: Graphics | null = null;

export function graphics(): Graphics {
  known ??= look();
  return known;
}

function look(): Graphics {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    if (!context) return "none";
    const told = context.getExtension("WEBGL_debug_renderer_info");
    const renderer = String(context.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : context.RENDERER));
    context.getExtension("WEBGL_lose_context")?.loseContext();
    return SOFTWARE.test(renderer) ? "slow" : "fast";
  } catch {
    return "none";
  }
}
