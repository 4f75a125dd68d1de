import { type MouseEvent, useEffect, useRef } from 'react'

/** Keeps a desk that works with the keyboard in its bar, whose buttons are replaced by each step. */
export function useKeptFocus<Bar extends HTMLElement>(isBusy: boolean) {
  const bar = useRef<Bar>(null)
  const wasPressed = useRef(false)

  useEffect(() => {
    if (isBusy || !wasPressed.current) return
    wasPressed.current = false
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.matches(':disabled')
    if (!isLost) return
    const find = (selector: string) => bar.current?.querySelector<HTMLElement>(selector)
    const button = find('.button--primary:enabled') ?? find('button:enabled')
    button?.focus()
  })

  return {
    ref: bar,
    /** `detail` is 0 for a press by keyboard. */
    onClickCapture: (event: MouseEvent) => {
      wasPressed.current = event.detail === 0
    },
  }
}
