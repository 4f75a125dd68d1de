import { type InputHTMLAttributes, useEffect, useId } from 'react'
import type { CardForm } from './SettingsCard.tsx'

type Props = { form: CardForm; setting: string; label: string } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'placeholder' | 'maxLength'
>

/** A text field of one setting, with the sentence of its type while its value is invalid. */
export function SettingField({ form, setting, label, ...input }: Props) {
  const id = useId()
  const problem = form.getProblem(setting)
  const { onHide } = form
  useEffect(() => () => onHide(setting), [onHide, setting])
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="input"
        value={form.values[setting] ?? ''}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={event => form.onEdit({ [setting]: event.target.value.trim() })}
      />
      {problem && (
        <span id={`${id}-problem`} className="field__problem">
          {problem}
        </span>
      )}
    </div>
  )
}
