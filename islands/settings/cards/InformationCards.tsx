import { PRAYER_KEYS } from '#domain/display/prayer-times'
import { isEnabled } from '#domain/settings/is-enabled'
import type { Settings } from '#domain/settings/settings'
import { Switch } from '../../ui/Switch.tsx'
import { backgroundKeys } from './color-cards.ts'
import { LocationFields } from './LocationFields.tsx'
import { MarqueeFields } from './MarqueeFields.tsx'
import { offsetKey, PrayerFields } from './PrayerFields.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import './InformationCards.css'

type Props = {
  values: Settings
  isUnsaved(keys: string[]): boolean
  getProblem(key: string): string | null
  isSaving: boolean
  onEdit(changes: Settings): void
  onSave(): void
}

const LOCATION_KEYS = ['latitude', 'longitude']
const MARQUEE_KEYS = ['enableMarquee', 'marqueeText']

export function InformationCards(props: Props) {
  const { values, isUnsaved, isSaving, onEdit, onSave } = props
  const saving = { isSaving, onSave }
  const offsets = PRAYER_KEYS.map(offsetKey)
  return (
    <>
      <SettingsCard
        title="Prayer Times"
        isUnsaved={isUnsaved(['showPrayerTimes', 'prayerMethod', 'prayerAsr', ...offsets])}
        {...saving}
      >
        <Switch
          label="Show prayer times"
          hint="Turns off the weather: both use the same space."
          isOn={isEnabled(values, 'showPrayerTimes')}
          onChange={on => onEdit({ showPrayerTimes: String(on) })}
        />
        {isEnabled(values, 'showPrayerTimes') && (
          <>
            <PrayerFields {...props} />
            <LocationFields {...props} />
          </>
        )}
      </SettingsCard>
      <SettingsCard
        title="Weather"
        isUnsaved={isUnsaved(['showWeather', ...LOCATION_KEYS])}
        {...saving}
      >
        <Switch
          label="Show weather"
          hint="Turns off the prayer times: both use the same space."
          isOn={isEnabled(values, 'showWeather')}
          onChange={on => onEdit({ showWeather: String(on) })}
        />
        {isEnabled(values, 'showWeather') && (
          <>
            <LocationFields {...props} />
            <p className="field__hint">
              Weather data by Open-Meteo.com. Needs an internet connection.
            </p>
          </>
        )}
      </SettingsCard>
      <SettingsCard
        title="Marquee"
        about="Scrolling text below the fullscreen display."
        isUnsaved={isUnsaved([
          ...MARQUEE_KEYS,
          ...backgroundKeys('marqueeText'),
          ...backgroundKeys('marqueeBackground'),
        ])}
        {...saving}
      >
        <Switch
          label="Show the marquee"
          isOn={isEnabled(values, 'enableMarquee')}
          onChange={on => onEdit({ enableMarquee: String(on) })}
        />
        {isEnabled(values, 'enableMarquee') && <MarqueeFields {...props} />}
      </SettingsCard>
    </>
  )
}
