export type QrDrawing = { size: number; path: string }

/** Scanners need four light modules around the code. */
const QUIET_ZONE = 4

export async function drawQrCode(text: string): Promise<QrDrawing> {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data).flatMap((bit, index) => (bit ? [index] : []))
  const squares = dark.map(index => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`)
  return { size, path: squares.join('') }
}

export function getViewBox({ size }: QrDrawing) {
  const side = size + 2 * QUIET_ZONE
  return `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`
}
