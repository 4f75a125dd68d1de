import type { CSSProperties } from 'react'

/** Only capitals get space between letters, because it would tear other scripts apart. */
const CAPITALS = /^[A-Z ]+$/

type Props = { text: string; className?: string; style?: CSSProperties }

/** A text as wide as its letters, so that a gradient runs through all of them. */
export function Label({ text, className = '', style }: Props) {
  return (
    <span
      className={`label ${CAPITALS.test(text) ? 'label--wide' : ''} ${className}`}
      style={style}
    >
      {text}
    </span>
  )
}
