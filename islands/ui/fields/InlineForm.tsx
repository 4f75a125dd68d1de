import { Plus } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Select } from './Select.tsx'
import { type FieldProblem, TextField } from './TextField.tsx'

type Named<Props, Name> = Omit<Props, 'name' | 'problem'> & { name: Name }
type Field<Name> =
  | (Named<ComponentProps<typeof TextField>, Name> & { options?: undefined })
  | Named<ComponentProps<typeof Select>, Name>

export type OnProblem = (problem: FieldProblem) => void

type Props<Name extends string> = {
  fields: readonly Field<Name>[]
  action: string
  busyText: string
  Icon?: typeof Plus
  variant?: 'primary' | 'plain'
  className?: string
  isComplete?(texts: Record<Name, string>): boolean
  children?: ReactNode
  /** Resolves to null if the fields must keep their texts. */
  onSubmit(texts: Record<Name, string>, onProblem: OnProblem): Promise<unknown>
}

/** Clears its fields after a successful submit. One field shows the problem. */
export function InlineForm<Name extends string>(props: Props<Name>) {
  const { fields, action, busyText, Icon = Plus, variant = 'primary', isComplete } = props
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [texts, setTexts] = useState(() => toTexts(fields))
  const isReady = isComplete?.(texts) ?? true

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!isReady || isBusy) return
    setProblem(null)
    setBusy(true)
    if ((await props.onSubmit(read(form), setProblem)) !== null) {
      const empty = toTexts(fields)
      setTexts(empty)
      for (const { name } of fields) getField(form, name).value = empty[name]
    }
    setBusy(false)
  }

  function read(form: HTMLFormElement) {
    const data = new FormData(form)
    return toTexts(fields, name => String(data.get(name)))
  }

  function notice({ currentTarget }: FormEvent<HTMLFormElement>) {
    setProblem(null)
    setTexts(read(currentTarget))
  }

  return (
    <form
      className={props.className ?? 'inline-form'}
      onSubmit={submit}
      onInput={notice}
      autoComplete="off"
      noValidate
    >
      {fields.map(field =>
        field.options ? (
          <Select key={field.name} {...field} />
        ) : (
          <TextField key={field.name} problem={problem} {...field} />
        ),
      )}
      {props.children}
      <Button
        type="submit"
        className="at-start"
        variant={variant}
        disabled={!isReady}
        aria-busy={isBusy}
      >
        <Icon size={18} aria-hidden />
        {isBusy ? busyText : action}
      </Button>
    </form>
  )
}

function toTexts<Name extends string>(
  fields: readonly Field<Name>[],
  toText = (_: Name, initial: string) => initial,
) {
  // Safe: the keys are the fields' names.
  return Object.fromEntries(
    fields.map(({ name, defaultValue = '' }) => [name, toText(name, String(defaultValue))]),
  ) as Record<Name, string>
}

function getField(form: HTMLFormElement, name: string) {
  // Safe: every field of the form has one of these types.
  return form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
}
