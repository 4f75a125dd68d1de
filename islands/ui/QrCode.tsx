import { useEffect, useState } from 'react'
import './QrCode.css'

type Drawing = { size: number; path: string }
type Props = { text: string; label: string }

/** Scanners need four light modules around the code. */
const QUIET_ZONE = 4

/** Error-correction level M; its library is loaded on first use. */
export function QrCode({ text, label }: Props) {
  const [drawing, setDrawing] = useState<Drawing | 'failed' | null>(null)

  useEffect(() => {
    let isCurrent = true
    drawQrCode(text)
      .catch(() => 'failed' as const)
      .then(result => isCurrent && setDrawing(result))
    return () => {
      isCurrent = false
    }
  }, [text])

  if (drawing === null) return <div className="qr-code" aria-hidden />
  if (drawing === 'failed') return <p className="qr-code">The QR code could not be shown.</p>
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

async function drawQrCode(text: string): Promise<Drawing> {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data).flatMap((bit, index) => (bit ? [index] : []))
  const squares = dark.map(index => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`)
  return { size, path: squares.join('') }
}
