import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { getCallProblem, getQueueActions, getRecallProblem } from '#domain/queue/available-actions'
import { getQueueName } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { focusFirstAction } from '../patients/focus.ts'
import { FoldedPatients, NextPatient, PatientList } from '../patients/PatientList.tsx'
import type { DeskContext } from '../patients/patient-props.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DeskColumns } from './DeskColumns.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { createQueueModel, type QueueData } from './model/queue-model.ts'
import { OwnRoom } from './OwnRoom.tsx'
import { Filters, QueueTools } from './QueueTools.tsx'
import { useDesk } from './use-desk.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. Undo is possible until the next registration.`

export default function QueueScreen(initial: QueueData) {
  useSignals()
  const [model] = useState(() => createQueueModel(initial))
  const searchInput = useRef<HTMLInputElement>(null)
  const { own, context } = useDesk(model, initial.timeZone, {
    steps: { d: model.commands.Dispense, e: () => model.callNext('dispensary') },
    others: { '/': () => searchInput.current?.focus() },
  })
  const { room, present } = own
  const rooms = model.shownRooms.value
  const elsewhere = model.lists.value.active.filter(({ id }) => id !== present?.id)
  const common: DeskContext = {
    ...context,
    getActions: getQueueActions,
    getCallDisabledReason: patient => getCallProblem(patient, room),
    getRecallDisabledReason: patient => getRecallProblem(patient, rooms),
  }
  const callable = model.callableRooms.value
  const filters = toFilters(model, context)

  return (
    <>
      <DeskHeader
        desk={model}
        title="Queue Management"
        screen="queue"
        tools={
          <QueueTools
            {...filters}
            input={searchInput}
            search={model.search.value}
            onSearch={text => (model.search.value = text)}
            onGo={() => focusFirstAction(model.firstMatch.value)}
          />
        }
        onReset={() => confirm(RESET_WARNING) && model.reset()}
      />
      <DeskColumns
        title="My room"
        activeCount={elsewhere.length + (present ? 1 : 0)}
        elsewhere={elsewhere}
        hint={room ? own.hint : 'Please select room first'}
        context={common}
        away={model.away.value}
        card={
          <OwnRoom
            {...own}
            hasOthers={model.lists.value.unserved.length > 0}
            {...(room ? { title: 'This room is free' } : getRoomQuestion(callable))}
            context={common}
            label="My room"
            canDispense
          >
            <RoomPicker
              rooms={callable}
              selected={room}
              onSelect={id => (model.selectedRoomId.value = id)}
            />
          </OwnRoom>
        }
      >
        <Filters
          {...filters}
          jumps={[
            ['Away', model.away.value.length, 'away'],
            ['Rooms', elsewhere.length, 'rooms'],
          ]}
        />
        <Lists
          {...model.lists.value}
          isFiltered={model.isFiltered.value}
          elsewhere={elsewhere}
          next={own.next}
          why={own.why}
          context={common}
        />
      </DeskColumns>
    </>
  )
}

function toFilters(
  { filter, counts, chosenQueue }: Model,
  { limitMinutes, queues }: Pick<DeskContext, 'limitMinutes' | 'queues'>,
) {
  return {
    filter: filter.value,
    counts: counts.value,
    limitMinutes,
    queues,
    chosenQueue: chosenQueue.value,
    onQueue: (id: typeof chosenQueue.value) => (chosenQueue.value = id),
    onFilter: (chosen: typeof filter.value) => (filter.value = chosen),
  }
}

type Model = ReturnType<typeof createQueueModel>
type ListsProps = Pick<ReturnType<typeof useDesk>['own'], 'next' | 'why'> &
  Model['lists']['value'] & { elsewhere: Patient[]; isFiltered: boolean; context: DeskContext }

function Lists({ priority, waiting, isFiltered, next, why, context, ...others }: ListsProps) {
  const { unserved, held } = others
  const listed = [...priority, ...waiting, ...held]
  const first = listed.find(({ id }) => id === next?.patient.id) ?? null
  const isEmpty = [listed, unserved, others.elsewhere, others.away].every(list => list.length === 0)
  return (
    <>
      {isFiltered && isEmpty && <EmptyState message="No matching patients." />}
      {first && why && <NextPatient patient={first} why={why} context={context} />}
      <PatientList
        title="Priority Patients"
        patients={priority}
        next={first}
        context={context}
        empty={isFiltered ? null : 'No priority patients'}
      />
      <PatientList
        title="Waiting Patients"
        patients={waiting}
        next={first}
        context={context}
        empty={isFiltered ? null : 'No patients in waiting queue'}
        hint="New patients appear here immediately."
      />
      <FoldedPatients
        title="Others"
        note={countQueues(unserved)}
        patients={unserved}
        context={context}
        isOpen={isFiltered}
      />
      <FoldedPatients title="On hold" patients={held} context={context} isOpen={isFiltered} />
    </>
  )
}

/** Returns for example 'Blood test 3, General 1'. */
function countQueues(patients: Patient[]) {
  const counts = new Map<string, number>()
  for (const { queue } of patients) {
    const name = getQueueName(queue)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

function getRoomQuestion(rooms: Room[]) {
  if (rooms.length > 0) {
    return { title: 'No room selected', text: 'Select your room.' }
  }
  const text = (
    <>
      <a href="/management">Add one</a>, or activate it.
    </>
  )
  return { title: 'There is no room to call from.', text }
}

type PickerProps = { rooms: Room[]; selected: Room | null; onSelect(id: number | null): void }

function RoomPicker({ rooms, selected, onSelect }: PickerProps) {
  const wasPointed = useRef(false)

  return (
    <label className="room-picker line">
      <span className="room-picker__label soft fine strong">Select Room for Call</span>
      <select
        translate="no"
        className="input"
        value={selected?.id ?? ''}
        onPointerDown={() => (wasPointed.current = true)}
        onKeyDown={() => (wasPointed.current = false)}
        onChange={event => {
          onSelect(Number(event.target.value) || null)
          // Leaves the field, because hotkeys work only outside fields.
          if (wasPointed.current) event.target.blur()
        }}
      >
        <option value="">Select a room</option>
        {rooms.map(room => (
          <option key={room.id} value={room.id}>
            {room.name}
            {room.id !== selected?.id &&
              room.currentPatientLabel &&
              ` (#${room.currentPatientLabel})`}
          </option>
        ))}
      </select>
    </label>
  )
}
