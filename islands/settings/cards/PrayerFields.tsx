import {
  ASR_RULES,
  getPrayerName,
  getPrayerOptions,
  PRAYER_KEYS,
  PRAYER_METHODS,
} from '#domain/display/prayer-times'
import { Choice } from '../../ui/fields/Choice.tsx'
import { SettingField } from '../fields/SettingField.tsx'
import type { CardForm } from '../fields/SettingsCard.tsx'

export function PrayerFields({ form }: { form: CardForm }) {
  const { values, onEdit } = form
  const { method } = getPrayerOptions(values)
  return (
    <>
      <label className="field">
        <span className="field__label">Method</span>
        <select
          className="input"
          value={method}
          onChange={event => onEdit({ prayerMethod: event.target.value })}
        >
          {PRAYER_METHODS.map(name => (
            <option key={name} value={name}>
              {toTitle(name)}
            </option>
          ))}
        </select>
      </label>
      <Choice
        label="Asr"
        options={ASR_RULES.map(value => ({ value, label: toTitle(value) }))}
        value={values.prayerAsr ?? ''}
        onChange={value => onEdit({ prayerAsr: value })}
      />
      <fieldset className="offsets">
        <legend className="field__label">Minutes to add</legend>
        {PRAYER_KEYS.map(key => (
          <SettingField
            key={key}
            form={form}
            setting={offsetKey(key)}
            label={getPrayerName(key, method)}
          />
        ))}
      </fieldset>
    </>
  )
}

/** 'MuslimWorldLeague' -> 'Muslim World League' */
function toTitle(name: string) {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function offsetKey(key: string) {
  return `prayerOffset${key.charAt(0).toUpperCase()}${key.slice(1)}`
}
