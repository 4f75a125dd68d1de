import type { CardTitle } from '#domain/settings/cards'
import { isShown } from '#domain/settings/settings'
import { getRow, listFields, type SettingKey } from '#domain/settings/settings-schema'
import { Choice } from '../../ui/fields/Choice.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { ColorField } from './color-fields.tsx'
import { useForm } from './form.ts'
import { TextField } from './TextField.tsx'

export function CardFields({ card }: { card: CardTitle }) {
  const { values, isAdmin } = useForm()
  return listFields(card)
    .filter(key => isShown(key, values) && (isAdmin || !getRow(key).isForAdmins))
    .map(key => <Field key={key} setting={key} />)
}

export function Field({ setting }: { setting: SettingKey }) {
  const { values, onEdit } = useForm()
  const { type, label = '', hint } = getRow(setting)
  const { options = [] } = type
  const value = values[setting]
  const edit = (value: string) => onEdit({ [setting]: value })
  switch (type.field) {
    case 'switch':
      return <Switch {...{ label, hint }} isOn={value === 'true'} onChange={on => edit(`${on}`)} />
    case 'choice':
      return (
        <Choice
          {...{ label, value }}
          options={options.map(([value, label]) => ({ value, label }))}
          onChange={edit}
        />
      )
    case 'select':
      return <Select {...{ label, options, value }} onChange={edit} />
    case 'color':
      return <ColorField setting={setting} />
    case 'lines':
      return (
        <label className="field">
          <span className="field__label">{label}</span>
          <textarea
            className="input"
            rows={2}
            maxLength={type.input?.maxLength}
            value={value}
            onChange={event => edit(event.target.value)}
          />
        </label>
      )
    case 'text':
      return <TextField setting={setting} />
  }
}
