import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { LICENSES_PATH } from '#domain/pages'
import { type CardTitle, SECTIONS, type SectionId } from '#domain/settings/cards'
import { SETTING_KEYS } from '#domain/settings/settings-schema'
import { pluralize } from '#domain/text'
import { refetchQueries } from '../data/query.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirmLeave } from '../ui/hooks/use-confirm-leave.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageTabs, usePageTab } from '../ui/tabs/PageTabs.tsx'
import { AudioFields } from './cards/AudioFields.tsx'
import { Looks } from './cards/Looks.tsx'
import { SectionCards } from './cards/SectionCards.tsx'
import { FormContext } from './fields/form.ts'
import { LogoFields, MediaFields } from './media/MediaFields.tsx'
import { useMedia } from './media/use-media.ts'
import { Preview } from './preview/Preview.tsx'
import { createPreviewModel } from './preview/preview-model.ts'
import { createSettingsModel } from './settings-model.ts'
import './cards/cards.css'
import './SettingsScreen.css'

// Safe: the keys of SECTIONS are section ids.
const SECTION_IDS = Object.keys(SECTIONS) as SectionId[]
const FOR_ADMINS: SectionId[] = ['privacy', 'programs']
const WITHOUT_PREVIEW: SectionId[] = ['queue', ...FOR_ADMINS]

type Props = InitialDisplay & {
  section: string
  isAdmin: boolean
  hasKiosk: boolean
  /** The version, or '' for users who need not know the version. */
  build: string
}

const Programs = onDemand(() =>
  import('./programs/ProgramsCards.tsx').then(loaded => loaded.ProgramsCards),
)

export default function SettingsScreen({ section, isAdmin, hasKiosk, build, ...initial }: Props) {
  useSignals()
  const [{ settings, preview }] = useState(() => {
    const settings = createSettingsModel(initial.settings)
    return { settings, preview: createPreviewModel(initial, settings) }
  })
  useWatch(settings.saved, settings.recovery, preview)
  const media = useMedia(initial.media)
  const unsaved = settings.unsaved.value
  useConfirmLeave(unsaved.length > 0)
  const [selected, select] = usePageTab('section', section)
  const sections = SECTION_IDS.filter(one => isAdmin || !FOR_ADMINS.includes(one))
  const id = sections.find(one => one === selected) ?? 'media'
  const { title, cards } = SECTIONS[id]
  const hasPreview = !WITHOUT_PREVIEW.includes(id)
  const isSaving = settings.isSaving.value

  function save(...categories: Parameters<typeof settings.save>) {
    if (!focusInvalid()) void settings.save(...categories)
  }

  function refresh() {
    void refetchQueries(['programs'])
    preview.refetch()
    settings.refresh(['Failed to fetch media', media.refetch])
  }

  const form = {
    ...settings,
    values: settings.edited.value,
    isAdmin,
    isSaving,
    onSave: () => save(id === 'sound' ? 'audio' : 'display'),
  }
  return (
    <>
      <Header unsaved={unsaved} onRefresh={refresh} />
      <PageTabs
        label="Sections of the settings"
        tabs={sections.map(one => toTab(one, unsaved))}
        current={id}
        onSelect={select}
      />
      <div className={`settings ${hasPreview ? '' : 'settings--wide'}`}>
        {hasPreview && (
          <Preview
            data={{ ...preview.stageData(), media: media.items }}
            scene={preview.scene.value}
            onSelect={scene => (preview.scene.value = scene)}
            settings={settings.shown.value}
            cards={cards}
            onFix={settings.onEdit}
          />
        )}
        <section className="settings__section" aria-label={title}>
          <h2 className="card__title">{title}</h2>
          <FormContext value={form}>
            <div className="settings__cards stack stack--medium">
              {id === 'look' && <Looks />}
              {id === 'programs' && <Programs timeZone={initial.timeZone} />}
              <SectionCards
                section={id}
                contents={{
                  Media: <MediaFields media={media} />,
                  'Clinic Logo': <LogoFields media={media} />,
                  Audio: <AudioFields isTesting={preview.isTesting()} onTest={preview.test} />,
                }}
                hidden={hasKiosk ? [] : ['Kiosk']}
              />
            </div>
          </FormContext>
        </section>
      </div>
      <About build={build} section={id} />
      <SaveBar
        {...{ unsaved, isSaving }}
        onDiscard={settings.discard}
        onSave={() => save('display', 'audio')}
      />
    </>
  )
}

function Header({ unsaved, onRefresh }: { unsaved: CardTitle[]; onRefresh(): void }) {
  return (
    <PageHeader
      title="Settings"
      about={`${SETTING_KEYS.length} active configurations · ${countUnsaved(unsaved)}`}
    >
      <Button onClick={onRefresh}>
        <RefreshCw size={18} aria-hidden />
        Refresh
      </Button>
    </PageHeader>
  )
}

/** Focuses the first invalid field, which already shows its problem. False if all are valid. */
function focusInvalid() {
  const invalid = document.querySelector<HTMLElement>('.settings [aria-invalid=true]')
  invalid?.focus()
  return invalid !== null
}

function toTab(id: SectionId, unsaved: CardTitle[]) {
  const { name, cards } = SECTIONS[id]
  const count = cards.filter(card => unsaved.includes(card)).length
  return { id, name, href: `/settings?section=${id}`, unsaved: count }
}

function countUnsaved(cards: CardTitle[]) {
  return pluralize(cards.length, 'unsaved change')
}

type BarProps = { unsaved: CardTitle[]; isSaving: boolean; onDiscard(): void; onSave(): void }

function SaveBar({ unsaved, isSaving, onDiscard, onSave }: BarProps) {
  if (unsaved.length === 0) return null
  return (
    <section className="save-all line line--wide" aria-label="Unsaved changes">
      <strong role="status">{countUnsaved(unsaved)}</strong>
      <span className="save-all__cards soft ellipsis">{unsaved.join(' · ')}</span>
      <Button onClick={onDiscard}>Discard</Button>
      <Button variant="primary" aria-busy={isSaving} onClick={onSave}>
        Save all
      </Button>
    </section>
  )
}

function About({ build, section }: Pick<Props, 'build' | 'section'>) {
  // Omits the text below Programs, because the text would move when the programs load.
  if (section === 'programs') return null
  return (
    <p className="settings__description row soft small">
      {build && <span>{build}</span>}
      <a className="soft" href={LICENSES_PATH}>
        Licenses
      </a>
    </p>
  )
}
