import { useEffect, useState } from 'react'

type Drawing = { size: number; path: string }
type Props = { text: string; label: string }

/** Phones need four light modules around the code, on a dark page too. */
const QUIET_ZONE = 4

/** A QR code of error-correction level M; its library is fetched only when one is shown. */
export function QrCode({ text, label }: Props) {
  const [drawing, setDrawing] = useState<Drawing | 'failed' | null>(null)

  useEffect(() => {
    let isWanted = true
    draw(text)
      .catch(() => 'failed' as const)
      .then(drawn => isWanted && setDrawing(drawn))
    return () => {
      isWanted = false
    }
  }, [text])

  if (drawing === null) return <div className="qr-code" aria-hidden />
  if (drawing === 'failed') return <p className="qr-code">The QR code could not be drawn.</p>
  const side = drawing.size + 2 * QUIET_ZONE
  return (
    <svg
      className="qr-code"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}

async function draw(text: string): Promise<Drawing> {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data).flatMap((bit, at) => (bit ? [at] : []))
  const squares = dark.map(at => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`)
  return { size, path: squares.join('') }
}
