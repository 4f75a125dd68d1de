import type { ComponentProps, MouseEvent } from 'react'

type Props = ComponentProps<'button'> & {
  /** How loud it is: one primary a row, the others quieter. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
}

export function Button({ look = 'plain', type = 'button', className = '', ...rest }: Props) {
  const { onClick } = rest

  /** The second half of a double click may land on whatever slid under the pointer meanwhile. */
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (event.detail <= 1) onClick?.(event)
    else event.preventDefault()
  }

  return (
    <button
      type={type}
      className={`button button--${look} ${className}`}
      {...rest}
      onClick={press}
    />
  )
}
