import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ColorGroup, findColorGroup } from '#domain/settings/color-settings'
import { COLOR_MODE } from '#domain/settings/setting-types'
import { getRow, type SettingKey } from '#domain/settings/settings-schema'
import { Choice } from '../../ui/fields/Choice.tsx'
import { getLowestContrast, MIN_CONTRAST } from '../color-contrast.ts'
import { GradientButton } from '../gradient/GradientButton.tsx'
import { useForm } from './form.ts'

const MODES = (COLOR_MODE.options ?? []).map(([value, label]) => ({ value, label }))

type Props = { setting: SettingKey }

/** With a choice between color and gradient where the setting is a group's. */
export function ColorField({ setting }: Props) {
  const { card, label = '' } = getRow(setting)
  const group = findColorGroup(setting)
  const name = `${card}: ${label}`
  const color = <ColorInput label={`${name} color`} setting={setting} />
  return (
    <ColorLine label={label} target={group ?? setting}>
      {group ? <GroupFields {...{ name, group, color }} /> : color}
    </ColorLine>
  )
}

type GroupProps = { name: string; group: ColorGroup; color: ReactNode }

function GroupFields({ name, group, color }: GroupProps) {
  const { values, onEdit } = useForm()
  const [mode, gradient] = [`${group}Mode`, `${group}Gradient`] as const
  return (
    <>
      <Choice
        label={`${name} kind`}
        isLabelHidden
        options={MODES}
        value={values[mode]}
        onChange={value => onEdit({ [mode]: value })}
      />
      {values[mode] === 'gradient' ? (
        <GradientButton
          label={name}
          value={values[gradient]}
          onChange={value => onEdit({ [gradient]: value })}
        />
      ) : (
        color
      )}
    </>
  )
}

type LineProps = { label: string; target: ColorGroup | SettingKey; children: ReactNode }

function ColorLine({ label, target, children }: LineProps) {
  const contrast = getLowestContrast(useForm().values, target)
  return (
    <div className="color-line">
      <span className="field__label" aria-hidden>
        {label}
      </span>
      {children}
      {contrast !== null && contrast < MIN_CONTRAST && (
        <p className="color-line__warning">
          <TriangleAlert size={16} aria-hidden />
          {formatWarning(contrast)}
        </p>
      )}
    </div>
  )
}

/** Rounded down, so that 2.96:1 is not shown as the 3.0:1 that would be enough. */
function formatWarning(contrast: number) {
  return `Hard to read from a distance (${(Math.floor(contrast * 10) / 10).toFixed(1)}:1)`
}

function ColorInput({ label, setting }: Props & { label: string }) {
  const { values, onEdit } = useForm()
  return (
    <label className="color-input">
      <input
        type="color"
        className="color-input__picker"
        aria-label={label}
        value={values[setting]}
        onChange={event => onEdit({ [setting]: event.target.value })}
      />
      <code className="color-input__value">{values[setting]}</code>
    </label>
  )
}
