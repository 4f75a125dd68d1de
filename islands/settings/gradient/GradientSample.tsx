import { formatGradient, parseGradient } from '#domain/settings/gradient'
import './GradientSwatch.css'
import { ContrastMark } from './ContrastMark.tsx'

/** Colors or gradients of a text and its ground, and the contrast of the worst part. */
export type Sample = { text: string; background: string; contrast: number }

/** Shows a gradient as users will see it, either below a text or as a text. */
export function GradientSample({ css, sample }: { css: string; sample: Sample | null }) {
  if (!sample || !css) return <GradientSwatch css={css} className="gradient-picker__preview" />
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
