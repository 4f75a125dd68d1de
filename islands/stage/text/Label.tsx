import type { CSSProperties } from 'react'

/** Between its letters, capitals need space; other scripts are torn apart by it. */
const CAPITALS = /^[A-Z ]+$/

type Props = { text: string; className?: string; style?: CSSProperties }

/** As wide as its letters, for a gradient that runs through them. */
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
