import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cleanName, splitGraphemes } from '#domain/text'

export type Rename = ReturnType<typeof useRename>

type Options = {
  /** Resolves to null if the name was rejected. */
  onRename(name: string): Promise<unknown>
  getProblem?(typed: string): string | null
}

export function useRename(name: string, { onRename, getProblem = () => null }: Options) {
  const [draft, setDraft] = useState<string | null>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const initialName = useRef(name)
  const isSaving = useRef(false)
  const problem = getProblem(draft ?? '')

  function edit() {
    initialName.current = name
    setDraft(name)
  }

  /** Renders at once, because the button to focus exists only without the field. */
  function close(restoresFocus: boolean) {
    flushSync(() => setDraft(null))
    if (restoresFocus) editButton.current?.focus()
  }

  async function save(restoresFocus = true) {
    if (draft === null || problem !== null || isSaving.current) return
    const newName = cleanName(draft)
    if (newName === '' || newName === initialName.current) return close(restoresFocus)
    isSaving.current = true
    if ((await onRename(newName)) !== null) close(restoresFocus)
    isSaving.current = false
  }

  function cancel() {
    // Suppresses the blur of the field that is being removed.
    isSaving.current = true
    close(true)
    isSaving.current = false
  }

  return {
    draft,
    problem,
    edit,
    save: () => void save(),
    cancel,
    editButton,
    field: {
      value: draft ?? '',
      autoFocus: true,
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
      onChange(event: ChangeEvent<HTMLInputElement>) {
        if (!isTypedTooFar(event, getProblem)) setDraft(event.target.value)
      },
      onBlur: () => void save(false),
      onKeyDown(event: KeyboardEvent) {
        // Ignores keys that choose a letter in an input method.
        if (event.nativeEvent.isComposing) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The same key press would click the focused button or close a dialog.
        event.preventDefault()
        if (event.key === 'Enter') void save()
        else cancel()
      },
    },
  }
}

/** True if a typed letter makes the name too long. Pasted text is kept and shows the problem. */
export function isTypedTooFar(
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
  getProblem: (typed: string) => string | null,
) {
  const typed = nativeEvent instanceof InputEvent ? (nativeEvent.data ?? '') : ''
  const isTyped = splitGraphemes(typed).length === 1
  return isTyped && getProblem(target.value) !== null
}
