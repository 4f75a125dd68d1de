import { formatGradient, parseGradient } from '#domain/settings/gradient'
import './GradientSwatch.css'

/** Only a parsed gradient reaches the style. */
export function GradientSwatch({ css, className }: { css: string; className: string }) {
  const gradient = parseGradient(css)
  const style = gradient ? { backgroundImage: formatGradient(gradient) } : undefined
  return <span className={`gradient-swatch ${className}`} style={style} aria-hidden />
}
