import { useEffect, useState } from 'react'
import { drawQrCode, getViewBox, type QrDrawing } from './draw-qr-code.ts'

type Props = { text: string; label: string }

export function QrCode({ text, label }: Props) {
  const [drawing, setDrawing] = useState<QrDrawing | 'failed' | null>(null)

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
  return (
    <svg
      className="qr-code"
      viewBox={getViewBox(drawing)}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}
