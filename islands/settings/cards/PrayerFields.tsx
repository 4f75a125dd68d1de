import { getPrayerName, PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'
import { Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import { TextField } from '../fields/TextField.tsx'
import { JakimFields } from './JakimFields.tsx'

const OFFSETS = {
  fajr: 'prayerOffsetFajr',
  dhuhr: 'prayerOffsetDhuhr',
  asr: 'prayerOffsetAsr',
  maghrib: 'prayerOffsetMaghrib',
  isha: 'prayerOffsetIsha',
} as const satisfies Record<PrayerKey, string>

export function PrayerFields() {
  const { prayerMethod } = useForm().values
  return (
    <>
      <Field setting="prayerMethod" />
      {prayerMethod === 'JAKIM' ? (
        <JakimFields />
      ) : (
        <p className="field__hint prayer-note">
          Calculated by this method's rules, not taken from its table.
        </p>
      )}
      <Field setting="prayerAsr" />
      <fieldset className="offsets">
        <legend className="field__label">Minutes to add</legend>
        {PRAYER_KEYS.map(key => (
          <TextField key={key} setting={OFFSETS[key]} label={getPrayerName(key, prayerMethod)} />
        ))}
      </fieldset>
    </>
  )
}
