const DARK = '#111827'
export const WHITE = '#ffffff'
/** Minimum contrast of WCAG 2, level AA. */
const READABLE = 4.5

/** Returns the text color, dark or white, with the higher WCAG 2 contrast on a #rrggbb. */
export function getContrastColor(background: string) {
  return getContrast(DARK, background) > getContrast(WHITE, background) ? DARK : WHITE
}

/** Returns the color if it is readable on white, and dark otherwise or for a gradient. */
export function getTextColorOnWhite(color: string) {
  return getContrast(color, WHITE) >= READABLE ? color : DARK
}

/** Returns the WCAG 2 contrast ratio (1 to 21) of two #rrggbb colors, or NaN for other texts. */
export function getContrast(one: string, other: string) {
  const [a, b] = [getLuminance(one), getLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function getLuminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
