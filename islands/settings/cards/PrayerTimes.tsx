import { getPrayerName, PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'
import { DEFAULT_LOCATION, getConfiguredLocation } from '#domain/display/weather'
import { findZone, JAKIM_ZONES } from '#domain/prayers/zones'
import { isEnabled } from '#domain/settings-record'
import { Select } from '../../ui/fields/Select.tsx'
import { Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import { TextField } from '../fields/TextField.tsx'

const OFFSETS = {
  fajr: 'prayerOffsetFajr',
  dhuhr: 'prayerOffsetDhuhr',
  asr: 'prayerOffsetAsr',
  maghrib: 'prayerOffsetMaghrib',
  isha: 'prayerOffsetIsha',
} as const satisfies Record<PrayerKey, string>

const ZONES = JAKIM_ZONES.map(([code, districts]) => [code, `${code}: ${districts}`] as const)

export function PrayerTimes() {
  const { values } = useForm()
  return (
    <>
      <Field setting="showPrayerTimes" />
      {isEnabled(values, 'showPrayerTimes') && <PrayerFields method={values.prayerMethod} />}
    </>
  )
}

function PrayerFields({ method }: { method: string }) {
  return (
    <>
      <Field setting="prayerMethod" />
      {method === 'JAKIM' ? (
        <ZoneField />
      ) : (
        <p className="field__hint at-start">
          Calculated by this method's rules, not taken from its table.
        </p>
      )}
      <Field setting="prayerAsr" />
      <fieldset className="offsets">
        <legend className="field__label">Minutes to add</legend>
        {PRAYER_KEYS.map(key => (
          <TextField key={key} setting={OFFSETS[key]} label={getPrayerName(key, method)} />
        ))}
      </fieldset>
    </>
  )
}

function ZoneField() {
  const { values, onEdit } = useForm()
  const place = getConfiguredLocation(values) ?? DEFAULT_LOCATION
  const zone = findZone({ method: 'JAKIM', zone: values.prayerZone }, place)
  const byLocation = findZone({ method: 'JAKIM', zone: '' }, place)
  const byLocationLabel = byLocation ? `By the location: ${byLocation}` : 'By the location'
  return (
    <>
      <Select
        label="Zone"
        options={[['', byLocationLabel], ...ZONES]}
        value={values.prayerZone}
        onChange={prayerZone => onEdit({ prayerZone })}
      />
      <p className="field__hint at-start">
        {zone
          ? `Calculated for ${zone}, within a minute of JAKIM's table of 2026. Subuh and Maghrib are never earlier.`
          : "Calculated for the location, because it is in none of JAKIM's zones."}
      </p>
    </>
  )
}
