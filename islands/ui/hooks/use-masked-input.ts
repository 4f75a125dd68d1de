import {
  type ChangeEvent,
  type CompositionEvent,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Keeps the caret and IME composition intact. `isCut`: true if some typed text was cut off. */
export function useMaskedInput(
  value: string,
  mask: (typed: string) => string,
  onEdit: (value: string) => void,
) {
  const [composing, setComposing] = useState<string | null>(null)
  const [cutValue, setCutValue] = useState<string | null>(null)

  function applyMask(field: Field) {
    const { selectionStart, selectionEnd } = field
    const isInside = selectionEnd !== field.value.length
    const masked = mask(field.value)
    const isTooLong = isCutFrom(field.value, masked)
    const accepted = isTooLong && isInside ? value : masked
    const caretShift = accepted === masked ? 0 : field.value.length - accepted.length
    field.value = accepted
    const [start, end] = [selectionStart, selectionEnd].map(at =>
      Math.max(0, (at ?? 0) - caretShift),
    )
    field.setSelectionRange(start ?? 0, end ?? 0)
    setCutValue(isTooLong ? accepted : null)
    onEdit(accepted)
  }

  function edit(typed: string) {
    const masked = mask(typed)
    setCutValue(isCutFrom(typed, masked) ? masked : null)
    onEdit(masked)
  }

  const field = {
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
  return { field, edit, isCut: cutValue === value }
}

function isCutFrom(typed: string, masked: string) {
  return typed.toUpperCase().trimEnd().length > masked.length
}

/** Reports text that was typed before hydration, because React does not report it. */
export function useTypedBefore(field: RefObject<Field | null>, onTyped: (typed: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is hydrated
  useLayoutEffect(() => {
    const typed = field.current?.value
    if (typed) onTyped(typed)
  }, [])
}
