import { useState } from 'react'
import { isEnabled, type Settings } from '#domain/settings/settings-record'
import { FittedText } from '../text/FittedText.tsx'
import { getTextStyle } from '../text/text-style.ts'
import './ClinicHeader.css'

const FULL_WIDTH = 592
const LOGO_WIDTH = 196

export function ClinicHeader({ settings }: { settings: Settings }) {
  const logo = settings.clinicLogo ?? ''
  const [failedLogo, setFailedLogo] = useState('')
  const hasLogo = isEnabled(settings, 'showClinicLogo') && logo !== '' && logo !== failedLogo
  return (
    <header className="stage__clinic">
      {hasLogo && (
        <img className="stage__logo" src={logo} alt="" onError={() => setFailedLogo(logo)} />
      )}
      <FittedText
        className="stage__clinic-name"
        text={settings.clinicName ?? ''}
        textStyle={getTextStyle(settings, 'clinicNameText')}
        width={hasLogo ? FULL_WIDTH - LOGO_WIDTH : FULL_WIDTH}
        height={116}
        largest={54}
        smallest={24}
      />
    </header>
  )
}
