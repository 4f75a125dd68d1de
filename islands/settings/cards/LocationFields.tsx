import { DEFAULT_LOCATION } from '#domain/display/location'
import type { CardForm } from './SettingsCard.tsx'

const FIELDS = [
  { key: 'latitude', label: 'Latitude', example: DEFAULT_LOCATION.latitude },
  { key: 'longitude', label: 'Longitude', example: DEFAULT_LOCATION.longitude },
]

/** Browsers allow geolocation only over HTTPS, which a local network rarely has. */
export function LocationFields({ form }: { form: CardForm }) {
  const { values, getProblem, onEdit } = form
  return (
    <div className="place-fields">
      {FIELDS.map(({ key, label, example }) => (
        <label key={key} className="field">
          <span className="field__label">{label}</span>
          <input
            className="input"
            inputMode="decimal"
            placeholder={String(example)}
            value={values[key] ?? ''}
            aria-invalid={getProblem(key) !== null}
            onChange={event => onEdit({ [key]: event.target.value.trim() })}
          />
          {getProblem(key) && <span className="field__problem">{getProblem(key)}</span>}
        </label>
      ))}
      <p className="place-fields__hint">
        The clinic's location in degrees. If empty, the display uses the location of its browser, or
        Kuala Lumpur.
      </p>
    </div>
  )
}
