import { type Box, fitText } from './fit-text.ts'
import { createMeasurer, getFont } from './text-width.ts'

type SharedBox = Box & { smallestShared: number }

/** Gives texts of one kind one size; a text that needs less than the smallest gets its own. */
export function fitTogether(parent: HTMLElement, selector: string, box: SharedBox) {
  const elements = Array.from(parent.querySelectorAll<HTMLElement>(selector))
  const fitted = elements.map(element =>
    fitText(element.textContent ?? '', createMeasurer(getFont(selector, element)), box),
  )
  const sizes = shareSize(
    fitted.map(({ size }) => size),
    box.smallestShared,
  )
  elements.forEach((element, index) => {
    element.style.fontSize = `${sizes[index]}px`
    element.style.wordBreak = fitted[index]?.isBroken ? 'break-all' : ''
  })
}

export function shareSize(sizes: number[], smallestShared: number) {
  const shared = Math.max(smallestShared, Math.min(...sizes))
  return sizes.map(size => Math.min(size, shared))
}
