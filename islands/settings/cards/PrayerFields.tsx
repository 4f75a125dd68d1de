import {
  ASR_RULES,
  getPrayerName,
  getPrayerOptions,
  PRAYER_KEYS,
  PRAYER_METHODS,
} from '#domain/display/prayer-times'
import { useForm } from '../fields/form.ts'
import { ChoiceField, SelectField, TextField } from '../fields/setting-fields.tsx'
import { JakimFields } from './JakimFields.tsx'

export function PrayerFields({ isAdmin }: { isAdmin: boolean }) {
  const { method } = getPrayerOptions(useForm().values)
  return (
    <>
      <SelectField setting="prayerMethod" label="Method" options={PRAYER_METHODS.map(toOption)} />
      {method === 'JAKIM' ? (
        <JakimFields isAdmin={isAdmin} />
      ) : (
        <p className="field__hint prayer-note">
          Calculated by this method's rules, not taken from its table.
        </p>
      )}
      <ChoiceField setting="prayerAsr" label="Asr" options={ASR_RULES.map(toOption)} />
      <fieldset className="offsets">
        <legend className="field__label">Minutes to add</legend>
        {PRAYER_KEYS.map(key => (
          <TextField
            key={key}
            setting={`prayerOffset${capitalize(key)}`}
            label={getPrayerName(key, method)}
          />
        ))}
      </fieldset>
    </>
  )
}

/** 'MuslimWorldLeague' is shown as 'Muslim World League'. */
function toOption(name: string) {
  return [name, capitalize(name.replace(/([a-z])([A-Z])/g, '$1 $2'))] as const
}

function capitalize(name: string) {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
