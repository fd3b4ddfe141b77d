"""Cards, force sheets and reference pages to print, as PDF or SVG."""
