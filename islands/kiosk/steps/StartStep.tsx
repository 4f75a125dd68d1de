import { ChevronRight } from 'lucide-react'
import type { KioskView } from '#domain/kiosk/kiosk'
import { KIOSK_LANGUAGES, type KioskSentences } from '#domain/kiosk/kiosk-languages'
import type { Language } from '#domain/tickets/languages'
import { fill } from '../../ticket/describe-ticket.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Press, Step } from './Step.tsx'

type Props = {
  view: KioskView
  isAway: boolean
  languages: Language[]
  takesFocus: boolean
  onChoose(language: Language): void
}

export function StartStep({ view, isAway, languages, takesFocus, onChoose }: Props) {
  const { clinicName, logoUrl, isOpen, opensAt, closesAt } = view
  const hours = { from: opensAt ?? '', to: closesAt ?? '' }
  return (
    <Step
      takesFocus={takesFocus}
      title={
        <>
          {logoUrl ? (
            <img className="kiosk__logo" src={logoUrl} alt="" />
          ) : (
            <span className="kiosk__logo">
              <Logo size={88} />
            </span>
          )}
          <span>{clinicName}</span>
        </>
      }
    >
      {isAway && <Sentences languages={languages} toText={({ counter }) => counter} />}
      {!isAway && !isOpen && (
        <Sentences languages={languages} toText={({ closed }) => fill(closed, hours)} />
      )}
      {!isAway && isOpen && <Languages languages={languages} onChoose={onChoose} />}
    </Step>
  )
}

function Languages({ languages, onChoose }: Pick<Props, 'languages' | 'onChoose'>) {
  return (
    <ul className="kiosk__choices kiosk__choices--languages">
      {languages.map(language => {
        const { name, sentences } = KIOSK_LANGUAGES[language]
        return (
          <li key={language}>
            <Press className="kiosk__choice" lang={language} onPress={() => onChoose(language)}>
              <span className="kiosk__choice-text">
                <strong>{sentences.start}</strong>
                <small>{name}</small>
              </span>
              <ChevronRight aria-hidden />
            </Press>
          </li>
        )
      })}
    </ul>
  )
}

type SentencesProps = Pick<Props, 'languages'> & { toText(sentences: KioskSentences): string }

function Sentences({ languages, toText }: SentencesProps) {
  return (
    <div className="kiosk__sentences" role="alert">
      {languages.map(language => (
        <p key={language} lang={language}>
          {toText(KIOSK_LANGUAGES[language].sentences)}
        </p>
      ))}
    </div>
  )
}
