import type { ComponentProps, MouseEvent } from 'react'
import './Button.css'

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
}

export function Button({ variant = 'plain', type = 'button', className = '', ...rest }: Props) {
  const { onClick } = rest

  /** The second click of a double click may land on whatever moved under the pointer. */
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (event.detail <= 1) onClick?.(event)
    else event.preventDefault()
  }

  return (
    <button
      type={type}
      className={`button button--${variant} ${className}`}
      {...rest}
      onClick={handleClick}
    />
  )
}
