import {
  type ChangeEvent,
  type CompositionEvent,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react'
import { splitGraphemes } from '#domain/text'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Masks typed text (upper case, limit) without moving the caret or breaking IME composition. */
export function useMaskedInput(
  value: string,
  mask: (typed: string) => string,
  onEdit: (value: string) => void,
) {
  const [composing, setComposing] = useState<string | null>(null)

  function applyMask(field: Field) {
    const { selectionStart, selectionEnd } = field
    const isInside = selectionEnd !== field.value.length
    const masked = mask(field.value)
    const isTooLong = splitGraphemes(field.value).length > splitGraphemes(masked).length
    const accepted = isTooLong && isInside ? value : masked
    const caretShift = accepted === masked ? 0 : 1
    field.value = accepted
    field.setSelectionRange((selectionStart ?? 0) - caretShift, (selectionEnd ?? 0) - caretShift)
    onEdit(accepted)
  }

  return {
    value: composing ?? value,
    onChange({ target, nativeEvent }: ChangeEvent<Field>) {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value)
      else applyMask(target)
    },
    onCompositionEnd({ currentTarget }: CompositionEvent<Field>) {
      setComposing(null)
      applyMask(currentTarget)
    },
  }
}

/** Reports what was typed before the page's code was loaded: React tells nobody. */
export function useTypedBefore(field: RefObject<Field | null>, onTyped: (typed: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is hydrated
  useLayoutEffect(() => {
    const typed = field.current?.value
    if (typed) onTyped(typed)
  }, [])
}
