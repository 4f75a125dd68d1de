import { DEFAULT_LOCATION } from '#domain/display/location'
import type { Settings } from '#domain/settings/settings'

type Props = {
  values: Settings
  problemOf(key: string): string | null
  onEdit(changes: Settings): void
}

const FIELDS = [
  { key: 'latitude', label: 'Latitude', example: DEFAULT_LOCATION.latitude },
  { key: 'longitude', label: 'Longitude', example: DEFAULT_LOCATION.longitude },
]

/** Where the clinic is: a browser seldom may tell on a local network. */
export function LocationFields({ values, problemOf, onEdit }: Props) {
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
            aria-invalid={problemOf(key) !== null}
            onChange={event => onEdit({ [key]: event.target.value.trim() })}
          />
          {problemOf(key) && (
            <span className="field__problem">A number of degrees, such as {example}</span>
          )}
        </label>
      ))}
      <p className="place-fields__hint">
        The clinic's place in degrees. Left empty, the display asks its browser, and else takes
        Kuala Lumpur.
      </p>
    </div>
  )
}
