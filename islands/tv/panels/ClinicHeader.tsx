import { useLayoutEffect, useRef, useState } from 'react'
import { isEnabled, type Settings } from '#domain/settings-record'
import type { Area } from '../layout.ts'
import { getTextStyle } from '../stage-colors.ts'
import { FittedText } from '../text/FittedText.tsx'
import './ClinicHeader.css'

const LOGO = { width: 300, height: 88 }
const SIDES = 64
const LOGO_GAP = 24

type Props = { settings: Settings; area: Area }

export function ClinicHeader({ settings, area }: Props) {
  const logo = getLogo(settings)
  const [failedLogo, setFailedLogo] = useState('')
  const [logoWidth, setLogoWidth] = useState(LOGO.width)
  const hasLogo = logo !== '' && logo !== failedLogo
  const width = area.width - SIDES
  return (
    <header className="stage__part stage__clinic" style={area}>
      {hasLogo && (
        <Logo
          key={logo}
          {...{ logo, logoWidth, setLogoWidth }}
          onError={() => setFailedLogo(logo)}
        />
      )}
      <FittedText
        className="stage__clinic-name"
        text={settings.clinicName ?? ''}
        textStyle={getTextStyle(settings, 'clinicNameText')}
        width={hasLogo ? width - logoWidth - LOGO_GAP : width}
        height={104}
        largest={44}
        smallest={24}
      />
    </header>
  )
}

type LogoProps = {
  logo: string
  logoWidth: number
  setLogoWidth(width: number): void
  onError(): void
}

/** The logo is as wide as its shape needs, so that the name begins beside it. */
function Logo({ logo, logoWidth, setLogoWidth, onError }: LogoProps) {
  const image = useRef<HTMLImageElement>(null)

  function onLoaded({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
    if (width > 0) setLogoWidth(getLogoWidth({ width, height }))
    else onError()
  }

  // A server-rendered image may have loaded, or failed, before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useLayoutEffect(() => {
    if (image.current?.complete) onLoaded(image.current)
  }, [])

  return (
    <img
      ref={image}
      className="stage__logo"
      style={{ width: logoWidth }}
      src={logo}
      alt=""
      onLoad={event => onLoaded(event.currentTarget)}
      onError={onError}
    />
  )
}

/** The path of the logo that the TV shows, or ''. */
export function getLogo(settings: Settings) {
  return isEnabled(settings, 'showClinicLogo') ? (settings.clinicLogo ?? '') : ''
}

export function getLogoWidth({ width, height }: { width: number; height: number }) {
  return Math.min(LOGO.width, Math.round((LOGO.height * width) / height))
}
