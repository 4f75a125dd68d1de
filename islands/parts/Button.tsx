import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** How loud it is: one primary a row, the others quieter. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
}

export function Button({ look = 'plain', type = 'button', className = '', ...rest }: Props) {
  return <button type={type} className={`button button--${look} ${className}`} {...rest} />
}
