import { type MouseEvent, type ReactNode, useState } from 'react'
import { type ColorGroup, findColorGroup } from '#domain/settings/color-settings'
import { COLOR_MODE } from '#domain/settings/setting-types'
import { getRow, type SettingKey } from '#domain/settings/settings-schema'
import { toastError } from '../../data/toasts.ts'
import { Choice } from '../../ui/fields/Choice.tsx'
import { useOnDemand } from '../../ui/on-demand.ts'
import { describe } from '../../ui/tooltips/describe.ts'
import { ContrastMark, GradientSwatch, type Sample } from '../gradient/GradientSample.tsx'
import { getGradientSample, getLowestContrast } from '../hard-to-read.ts'
import { useForm } from './form.ts'

const MODES = (COLOR_MODE.options ?? []).map(([value, label]) => ({ value, label }))

type Props = { setting: SettingKey }

export function ColorField({ setting }: Props) {
  const { card, label = '' } = getRow(setting)
  const group = findColorGroup(setting)
  const name = `${card}: ${label}`
  const contrast = getLowestContrast(useForm().values, group ?? setting)
  const color = <ColorInput label={`${name} color`} setting={setting} />
  return (
    <div className="color-line">
      <span className="color-line__label" aria-hidden>
        {label}
      </span>
      {group ? <GroupFields {...{ name, group, color }} /> : color}
      {contrast !== null && <ContrastMark contrast={contrast} />}
    </div>
  )
}

type GroupProps = { name: string; group: ColorGroup; color: ReactNode }

function GroupFields({ name, group, color }: GroupProps) {
  const { values, onEdit } = useForm()
  const [mode, gradient] = [`${group}Mode`, `${group}Gradient`] as const

  return (
    <>
      {values[mode] === 'gradient' ? (
        <GradientButton
          label={name}
          value={values[gradient]}
          getSample={css => getGradientSample(values, group, css)}
          onChange={value => onEdit({ [gradient]: value })}
        />
      ) : (
        color
      )}
      <Choice
        label={`${name} kind`}
        isLabelHidden
        options={MODES}
        value={values[mode]}
        onChange={value => onEdit({ [mode]: value })}
      />
    </>
  )
}

function ColorInput({ label, setting }: Props & { label: string }) {
  const { values, onEdit } = useForm()
  return (
    <label className="color-input line">
      <input
        type="color"
        className="color-input__picker"
        aria-label={label}
        value={values[setting]}
        onChange={event => onEdit({ [setting]: event.target.value })}
      />
      <code className="color-input__value soft small">{values[setting]}</code>
    </label>
  )
}

type ButtonProps = {
  label: string
  value: string
  getSample(css: string): Sample
  onChange(value: string): void
}

const loadPicker = () =>
  import('../gradient/GradientPicker.tsx').then(loaded => loaded.GradientPicker)

export function GradientButton({ label, value, getSample, onChange }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const Picker = useOnDemand(loadPicker, { isWanted: isOpen, onFailure: giveUp })

  function open({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The dialog returns the focus to the button, but some browsers do not focus a clicked button.
    currentTarget.focus()
    setOpen(true)
  }

  function giveUp() {
    toastError('Error', 'The gradient picker could not be loaded. Please try again.')
    setOpen(false)
  }

  function apply(selected: string) {
    setOpen(false)
    onChange(selected)
  }

  return (
    <>
      <button
        type="button"
        className="color-input line gradient-button"
        aria-label={`${label}: Choose gradient`}
        aria-haspopup="dialog"
        aria-busy={isOpen && !Picker}
        {...describe(value)}
        onClick={open}
      >
        <GradientSwatch css={value} className="gradient-button__swatch" />
        <span className="color-input__value soft small">Choose gradient</span>
      </button>
      {isOpen && Picker && (
        <Picker {...{ value, label, getSample }} onApply={apply} onCancel={() => setOpen(false)} />
      )}
    </>
  )
}
