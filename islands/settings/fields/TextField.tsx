import { useEffect, useId } from 'react'
import { getRow, type SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'
import { useForm } from './form.ts'

type Props = {
  setting: SettingKey
  label?: string
  /** Reads a text that fills several fields, or returns null for other texts. */
  readWhole?(text: string): Partial<SettingTexts> | null
}

export function TextField({ setting, label, readWhole }: Props) {
  const { values, getProblem, onEdit, onHide } = useForm()
  const { type, placeholder, label: ownLabel } = getRow(setting)
  const { keepsSpaces, ...input } = type.input ?? {}
  const id = useId()
  const value = values[setting]
  const problem = getProblem(setting)
  useEffect(() => () => onHide(setting), [onHide, setting])

  function change(text: string) {
    const isTyped = Math.abs(text.length - value.length) <= 1
    const whole = isTyped ? null : readWhole?.(text)
    onEdit(whole ?? { [setting]: keepsSpaces ? text : text.trim() })
  }

  function finish() {
    const whole = readWhole?.(value)
    if (whole) onEdit(whole)
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label ?? ownLabel}
      </label>
      <input
        {...(placeholder ? { ...input, placeholder } : input)}
        id={id}
        className="input"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={event => change(event.target.value)}
        onBlur={finish}
      />
      {problem && (
        <span id={`${id}-problem`} className="field__problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
