import { useLayoutEffect, useRef, useState } from 'react'
import { TEXT_SIZES } from '#domain/display/tv-options'
import { isEnabled, type Settings } from '#domain/settings-record'
import type { Area } from '../layout.ts'
import { getTextStyle } from '../stage-colors.ts'
import { FittedText } from '../text/FittedText.tsx'

const LOGO = { width: 300, height: 88 }
const SIDES = 64
const LOGO_GAP = 24

type Props = { settings: Settings; area: Area }

export function ClinicHeader({ settings, area }: Props) {
  const logo = getLogo(settings)
  return <Header key={logo} {...{ settings, area, logo }} />
}

/** Sets the logo's width from its proportions, so that the clinic's name begins next to it. */
function Header({ settings, area, logo }: Props & { logo: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [logoWidth, setLogoWidth] = useState(logo === '' ? 0 : LOGO.width)
  const width = area.width - SIDES

  function onLoaded({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
    setLogoWidth(width > 0 ? getLogoWidth({ width, height }) : 0)
  }

  // A server-rendered image may have loaded, or failed, before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useLayoutEffect(() => {
    if (image.current?.complete) onLoaded(image.current)
  }, [])

  return (
    <header className="stage__part stage__clinic" style={area}>
      {logoWidth > 0 && (
        <img
          ref={image}
          className="stage__logo"
          style={{ width: logoWidth }}
          src={logo}
          alt=""
          onLoad={event => onLoaded(event.currentTarget)}
          onError={() => setLogoWidth(0)}
        />
      )}
      <FittedText
        className="stage__clinic-name"
        text={settings.clinicName}
        textStyle={getTextStyle(settings, 'clinicNameText')}
        width={logoWidth > 0 ? width - logoWidth - LOGO_GAP : width}
        height={104}
        largest={TEXT_SIZES.clinicName}
        smallest={24}
      />
    </header>
  )
}

export function getLogo(settings: Settings) {
  return isEnabled(settings, 'showClinicLogo') ? settings.clinicLogo : ''
}

export function getLogoWidth({ width, height }: { width: number; height: number }) {
  return Math.min(LOGO.width, Math.round((LOGO.height * width) / height))
}
