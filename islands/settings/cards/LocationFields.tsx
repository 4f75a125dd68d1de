import { DEFAULT_LOCATION } from '#domain/display/location'
import { SettingField } from '../fields/SettingField.tsx'
import type { CardForm } from '../fields/SettingsCard.tsx'

const FIELDS = [
  { key: 'latitude', label: 'Latitude', example: DEFAULT_LOCATION.latitude },
  { key: 'longitude', label: 'Longitude', example: DEFAULT_LOCATION.longitude },
]

/** Browsers allow geolocation only over HTTPS, which a local network rarely has. */
export function LocationFields({ form }: { form: CardForm }) {
  return (
    <div className="location-fields">
      {FIELDS.map(({ key, label, example }) => (
        <SettingField
          key={key}
          form={form}
          setting={key}
          label={label}
          inputMode="decimal"
          placeholder={String(example)}
        />
      ))}
      <p className="location-fields__hint soft">
        The clinic's location in degrees. If empty, the display uses the location of its browser, or
        Kuala Lumpur.
      </p>
    </div>
  )
}
