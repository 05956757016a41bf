// What the service answers with, by the types that are generated from the contract.

import type {
  ActionOdds, Annotation, Challenge, ConditionalTurn, Event as AnyEvent, Game, GameSummary, LuckReport, Mainline, Match, ObjectiveBase, Place, ScenarioSummary, StatisticsItem, TimelineEntry, TimelineTurn, UnitBase,
} from "contract";

/** Of an object, these members as present. */
type With<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]-?: T[Name] };

/** What only the compact form of a state leaves out. */
type Always = "edition" | "variant" | "scenario" | "status" | "turn" | "phase" | "terrain" | "obstacles" | "discard" | "deck_count" | "ordered";
type Hand = { count: number; cards?: string[]; shown?: string[] };

export type Unit = Required<UnitBase> & { nation?: string };
export type Objective = With<ObjectiveBase, "hexes">;

/** A game at a version, as a viewer sees it; its seats and sides are words like others. */
export type State = Omit<With<Game, Always>, "active" | "units" | "objectives" | "medals" | "medals_to_win" | "hands" | "seats" | "table" | "awaiting"> & {
  active: string | null;
  units: Unit[];
  objectives: Objective[];
  medals: Record<string, number>;
  medals_to_win: Record<string, number>;
  hands: Record<string, Hand>;
  seats: Record<string, string>;
  table: Place[];
  awaiting: { seat: string; seats: string[]; decision: string } | null;
};
/** How games of a battle went; its sides are words like others. */
export type Outcome = Omit<StatisticsItem, "won"> & { won: Record<string, number> };
export type Event = AnyEvent;
/** An annotation; each of its marks has a color. */
export type Comment = Omit<Annotation, "arrows" | "hexes"> & Required<import("./arrows.js").Marks>;
/** A game in a list; its seats are words like others. */
export type Listed = Omit<Required<GameSummary>, "awaiting_seats" | "seats"> & { awaiting_seats: string[]; seats: Record<string, string> };
export type { ActionOdds as Odds, Challenge, LuckReport as Luck, ConditionalTurn as Plan, Mainline, Match, Place, ScenarioSummary as Battle, TimelineEntry as Entry, TimelineTurn as Turn };
