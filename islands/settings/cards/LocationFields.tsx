import { parseLocation } from '#domain/display/typed-location'
import { TextField } from '../fields/TextField.tsx'

/** Browsers allow geolocation only over HTTPS, which a local network rarely has. */
export function LocationFields() {
  return (
    <div className="location-fields">
      <TextField setting="latitude" readWhole={readBoth} />
      <TextField setting="longitude" readWhole={readBoth} />
      <p className="all-columns soft">
        The clinic's location in degrees; both can be pasted at once, as maps copy them. If empty,
        the display uses the location of its browser, or Kuala Lumpur.
      </p>
    </div>
  )
}

function readBoth(text: string) {
  const location = parseLocation(text)
  return location && { latitude: `${location.latitude}`, longitude: `${location.longitude}` }
}
