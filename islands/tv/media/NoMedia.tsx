import { useState } from 'react'
import { FittedText } from '../text/FittedText.tsx'

type Props = { clinicName: string; logo: string; width: number }

export function NoMedia({ clinicName, logo, width }: Props) {
  const [failedLogo, setFailedLogo] = useState('')
  return (
    <div className="stage__no-media">
      {logo !== '' && logo !== failedLogo ? (
        <img className="stage__large-logo" src={logo} alt="" onError={() => setFailedLogo(logo)} />
      ) : (
        <FittedText
          className="stage__large-name"
          text={clinicName}
          width={width - 96}
          height={300}
          largest={112}
          smallest={44}
          lines={3}
        />
      )}
      <p className="stage__no-display">NO DISPLAY</p>
      <p className="stage__no-display-reason">No media uploaded</p>
    </div>
  )
}
