import type { ComponentProps, MouseEvent } from 'react'
import { describeDisabled } from '../tooltips/describe.ts'
import './Button.css'

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  disabledReason?: string | null
}

export function Button(props: Props) {
  const { variant = 'plain', type = 'button', className = '', disabledReason, ...rest } = props
  const { onClick } = rest

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (disabledReason) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type={type}
      className={`button button--${variant} ${className}`}
      {...rest}
      {...describeDisabled(disabledReason)}
      onClick={handleClick}
    />
  )
}
