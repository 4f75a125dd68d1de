import { formatGradient, parseGradient } from '#domain/settings/gradient'

/** A gradient as a picture; hatched where there is none. Nothing but a gradient reaches the style. */
export function GradientSwatch({ css, className = '' }: { css: string; className?: string }) {
  const gradient = parseGradient(css)
  const style = gradient ? { backgroundImage: formatGradient(gradient) } : undefined
  return <span className={`gradient-swatch ${className}`} style={style} aria-hidden />
}
