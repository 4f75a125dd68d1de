import { parseTvLanguages } from '#domain/display/words/languages'
import { isEnabled } from '#domain/settings-record'
import { Switch } from '../../ui/fields/Switch.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'
import { TextLanguages } from '../fields/TextLanguages.tsx'
import { LocationFields } from './LocationFields.tsx'
import { MarqueeFields } from './MarqueeFields.tsx'
import { PrayerFields } from './PrayerFields.tsx'
import './InformationCards.css'

export function InformationCards({ form }: { form: CardForm }) {
  const { values, onEdit } = form
  return (
    <>
      <SettingsCard
        title="Languages"
        about="The TV's own words, such as CALLING and the date, are said in these. Names, rooms and the marquee stay as they are typed."
        form={form}
      >
        <TextLanguages
          languages={parseTvLanguages(values.tvLanguages ?? '') ?? []}
          onChange={languages => onEdit({ tvLanguages: languages.join(',') })}
        />
      </SettingsCard>
      <SettingsCard title="Prayer Times" form={form}>
        <Switch
          label="Show prayer times"
          hint="Turns off the weather: both use the same space."
          isOn={isEnabled(values, 'showPrayerTimes')}
          onChange={on => onEdit({ showPrayerTimes: String(on) })}
        />
        {isEnabled(values, 'showPrayerTimes') && <PrayerFields form={form} />}
      </SettingsCard>
      <SettingsCard title="Weather" form={form}>
        <Switch
          label="Show weather"
          hint="Turns off the prayer times: both use the same space."
          isOn={isEnabled(values, 'showWeather')}
          onChange={on => onEdit({ showWeather: String(on) })}
        />
        {isEnabled(values, 'showWeather') && (
          <p className="field__hint">
            Weather data by Open-Meteo.com. Needs an internet connection.
          </p>
        )}
      </SettingsCard>
      {(isEnabled(values, 'showPrayerTimes') || isEnabled(values, 'showWeather')) && (
        <SettingsCard title="Location" form={form}>
          <LocationFields form={form} />
        </SettingsCard>
      )}
      <SettingsCard
        title="Marquee"
        about="Scrolling text below the fullscreen display."
        form={form}
      >
        <Switch
          label="Show the marquee"
          isOn={isEnabled(values, 'enableMarquee')}
          onChange={on => onEdit({ enableMarquee: String(on) })}
        />
        {isEnabled(values, 'enableMarquee') && <MarqueeFields form={form} />}
      </SettingsCard>
    </>
  )
}
