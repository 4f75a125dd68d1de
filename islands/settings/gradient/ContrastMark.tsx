import { Check, TriangleAlert } from 'lucide-react'
import { MIN_CONTRAST } from '../../ui/color/shade.ts'
import { formatContrast } from '../hard-to-read.ts'

export function ContrastMark({ contrast }: { contrast: number }) {
  const ratio = formatContrast(contrast)
  const isLow = contrast < MIN_CONTRAST
  const sentence = isLow ? `Hard to read from a distance (${ratio}:1)` : `Contrast ${ratio}:1`
  return (
    <span
      className={`contrast ${isLow ? 'contrast--low' : ''}`}
      role="img"
      aria-label={sentence}
      data-tooltip={sentence}
    >
      {isLow ? <TriangleAlert size={16} /> : <Check size={16} />}
      {isLow && ratio}
    </span>
  )
}
