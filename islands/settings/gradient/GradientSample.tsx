import { Check, TriangleAlert } from 'lucide-react'
import { formatGradient, parseGradient } from '#domain/settings/gradient'
import { MIN_CONTRAST } from '../../ui/color/shade.ts'
import { formatContrast } from '../hard-to-read.ts'
import '../fields/fields.css'

/** Colors or gradients of a text and its ground, and the contrast of the worst part. */
export type Sample = { text: string; background: string; contrast: number }

export function GradientSample({ css, sample }: { css: string; sample: Sample }) {
  if (!css) return <GradientSwatch css={css} className="gradient-picker__preview" />
  const { text, background, contrast } = sample
  const ground = parseGradient(background) ? { backgroundImage: background } : { background }
  const ink = parseGradient(text) ? { backgroundImage: text } : { color: text }
  return (
    <span className="gradient-swatch gradient-picker__preview" style={ground}>
      <span
        className={parseGradient(text) ? 'gradient-picker__ink' : undefined}
        style={ink}
        aria-hidden
      >
        AHMAD BIN ALI
      </span>
      {Number.isFinite(contrast) && <ContrastMark contrast={contrast} />}
    </span>
  )
}

/** Only a parsed gradient reaches the style. */
export function GradientSwatch({ css, className }: { css: string; className: string }) {
  const gradient = parseGradient(css)
  const style = gradient ? { backgroundImage: formatGradient(gradient) } : undefined
  return <span className={`gradient-swatch ${className}`} style={style} aria-hidden />
}

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
