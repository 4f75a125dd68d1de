import { type InputHTMLAttributes, type ReactNode, useEffect, useId } from 'react'
import { isEnabled, type Settings } from '#domain/settings-record'
import { Choice } from '../../ui/fields/Choice.tsx'
import { type Options, Select } from '../../ui/fields/Select.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { useForm } from './form.ts'

type Field = { setting: string; label: string }
type WithOptions = Field & { options: Options }

/** Reads a text that fills more than its own field, if it is one. */
type ReadWhole = (text: string) => Settings | null

type TextProps = Field & { keepsSpaces?: boolean; readWhole?: ReadWhole } & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'placeholder' | 'maxLength'
  >

export function TextField({ setting, label, keepsSpaces, readWhole, ...input }: TextProps) {
  const { values, getProblem, onEdit, onHide } = useForm()
  const id = useId()
  const problem = getProblem(setting)
  useEffect(() => () => onHide(setting), [onHide, setting])

  function change(text: string) {
    const isTyped = Math.abs(text.length - (values[setting] ?? '').length) <= 1
    const whole = isTyped ? null : readWhole?.(text)
    onEdit(whole ?? { [setting]: keepsSpaces ? text : text.trim() })
  }

  function finish() {
    const whole = readWhole?.(values[setting] ?? '')
    if (whole) onEdit(whole)
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="input"
        value={values[setting] ?? ''}
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

type SwitchProps = Field & { hint?: string; children?: ReactNode }

export function SwitchField({ setting, label, hint, children }: SwitchProps) {
  const { values, onEdit } = useForm()
  const isOn = isEnabled(values, setting)
  return (
    <>
      <Switch {...{ label, hint, isOn }} onChange={on => onEdit({ [setting]: String(on) })} />
      {isOn && children}
    </>
  )
}

export function ChoiceField({ setting, label, options }: WithOptions) {
  const { values, onEdit } = useForm()
  return (
    <Choice
      label={label}
      options={options.map(([value, label]) => ({ value, label }))}
      value={values[setting] ?? ''}
      onChange={value => onEdit({ [setting]: value })}
    />
  )
}

export function SelectField({ setting, label, options }: WithOptions) {
  const { values, onEdit } = useForm()
  return (
    <Select
      {...{ label, options }}
      value={values[setting] ?? ''}
      onChange={value => onEdit({ [setting]: value })}
    />
  )
}
