import { type ChangeEvent, type CompositionEvent, useState } from 'react'
import { splitGraphemes } from '#domain/text'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Props of a field whose text is rewritten while it is typed (capitals, a limit): the caret stays where it
 * is, a letter too many is not taken instead of dropping the last one, and an input method that composes
 * several keys into one letter is left in peace until it has finished.
 */
export function useMaskedInput(
  value: string,
  rewrite: (typed: string) => string,
  onEdit: (value: string) => void,
) {
  const [composing, setComposing] = useState<string | null>(null)

  function take(field: Field) {
    const { selectionStart, selectionEnd } = field
    const isInside = selectionEnd !== field.value.length
    const rewritten = rewrite(field.value)
    const isTooLong = splitGraphemes(field.value).length > splitGraphemes(rewritten).length
    const taken = isTooLong && isInside ? value : rewritten
    const back = taken === rewritten ? 0 : 1
    field.value = taken
    field.setSelectionRange((selectionStart ?? 0) - back, (selectionEnd ?? 0) - back)
    onEdit(taken)
  }

  return {
    value: composing ?? value,
    onChange({ target, nativeEvent }: ChangeEvent<Field>) {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value)
      else take(target)
    },
    onCompositionEnd({ currentTarget }: CompositionEvent<Field>) {
      setComposing(null)
      take(currentTarget)
    },
  }
}
