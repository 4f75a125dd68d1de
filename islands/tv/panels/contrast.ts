/** Dark or white, whichever reads better on a #rrggbb (contrast after WCAG 2). */
export function getContrastColor(colour: string) {
  return luminance(colour) > EQUAL_CONTRAST_LUMINANCE ? '#111827' : '#ffffff'
}

const EQUAL_CONTRAST_LUMINANCE = 0.1993

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
