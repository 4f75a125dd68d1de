import { type ComponentProps, useEffect, useId, useRef } from 'react'

/** Reason why a form was rejected. Each new object moves the focus to its field. */
export type FieldProblem = { field: string; sentence: string }

type Props = Omit<ComponentProps<'input'>, 'name'> & {
  label: string
  name: string
  problem?: FieldProblem | null
  hint?: string
}

export function TextField({ label, name, problem, hint, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const own = problem?.field === name ? problem : null

  useEffect(() => {
    if (own) field.current?.focus()
  }, [own])

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className="input"
        name={name}
        aria-invalid={own !== null}
        aria-describedby={own || hint ? `${id}-note` : undefined}
        {...input}
      />
      {own ? (
        <p className="field__problem" id={`${id}-note`} role="alert">
          {own.sentence}
        </p>
      ) : (
        hint && (
          <span className="field__hint at-start" id={`${id}-note`}>
            {hint}
          </span>
        )
      )}
    </div>
  )
}
