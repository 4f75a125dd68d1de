import { useState } from 'react'
import { say, type TvWords } from '#domain/display/words/say'
import { FittedText } from '../text/FittedText.tsx'

type Props = { clinicName: string; logo: string; width: number; words: TvWords }

export function NoMedia({ clinicName, logo, width, words }: Props) {
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
      <p className="stage__no-display">{say(words, 'NO DISPLAY')}</p>
      <p className="stage__no-display-reason">{say(words, 'No media uploaded')}</p>
    </div>
  )
}
