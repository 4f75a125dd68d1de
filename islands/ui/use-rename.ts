import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

export type Rename = ReturnType<typeof useRename>

/**
 * A name that is edited in its place: Enter or leaving the field saves it, Escape leaves it as it was. What
 * nobody changed is not sent, and what was refused stays to be mended.
 */
export function useRename(name: string, onRename: (name: string) => Promise<boolean>) {
  const [draft, setDraft] = useState<string | null>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const before = useRef(name)
  const isSaving = useRef(false)
  const isGoingBack = useRef(false)

  // The button is there again only once the field is gone.
  useEffect(() => {
    if (draft !== null || !isGoingBack.current) return
    isGoingBack.current = false
    editButton.current?.focus()
  }, [draft])

  function edit() {
    before.current = name
    setDraft(name)
  }

  /** `isBack`: by keyboard, so the focus returns to where it came from. */
  function close(isBack: boolean) {
    isGoingBack.current = isBack
    setDraft(null)
  }

  async function save(isBack = true) {
    if (draft === null || isSaving.current) return
    const wanted = draft.trim()
    if (wanted === '' || wanted === before.current) return close(isBack)
    isSaving.current = true
    if (await onRename(wanted)) close(isBack)
    isSaving.current = false
  }

  return {
    draft,
    edit,
    save: () => void save(),
    editButton,
    field: {
      value: draft ?? '',
      autoFocus: true,
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
      onChange: (event: ChangeEvent<HTMLInputElement>) => setDraft(event.target.value),
      onBlur: () => void save(false),
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The rest of Enter would press the button that the focus goes back to; of Escape, close a dialog around.
        event.preventDefault()
        if (event.key === 'Enter') return void save()
        // The field is gone before it can tell its last value by blur.
        isSaving.current = true
        close(true)
        requestAnimationFrame(() => {
          isSaving.current = false
        })
      },
    },
  }
}
