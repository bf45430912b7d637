/*
 * How a call to a counterparty is begun, stopped and settled (ADR 0024): two grants under one mandate, one
 * authority, one enforcement point with two workers, one counterparty, and one end, here the revocation of the
 * mandate. `npm run model` checks it exhaustively, and plants the faults M1 to M7 to see them found.
 *
 * Messages between enforcement point, authority and counterparty are lost, delayed and repeated. A message that
 * the other side can act on late is in flight here (`asked`, `calls`); what only its sender waits for is part of
 * one step. A crash of the authority or the counterparty is a lost message, because both write what they did
 * before they answer, and a person repeats a revocation that got no answer.
 *
 * Time is what may have happened by then. A lease is over at any moment (`lease_over`), and the authority's full
 * wait only after every lease that was asked for before the end is over: the enforcement point counts from before
 * it asked, and the authority from after it recorded the end.
 */

#ifndef CRASHES
#define CRASHES 2
#endif
#ifndef TAKEOVERS
#define TAKEOVERS 1
#endif

/*
 * The grant at the enforcement point, on disk: the states of an intent. NEW: there is none, which does not say that the
 * grant is not spent. DROPPED: there is none, as it was not redeemed.
 */
#define NEW 0
#define PRESENTED 1
#define REDEEMED 2
#define SENT 3
#define ACKNOWLEDGED 4
#define REFUSED 5
#define RECORDED 6
#define DROPPED 7

/* What its worker does, in memory. */
#define IDLE 0
#define ASKING 1
#define HOLDING 2
#define CALLING 3

/* The authority's answer to a redemption, and the counterparty's to a call, on their way. */
#define NONE 0
#define LEASE 1
#define ENDED 2
#define NOT_REDEEMED 3
#define ACK 1
#define REFUSAL 2
#define INDEFINITE 3

/* A lease's clock runs, and began before the end was recorded, or after. */
#define OVER 0
#define BEFORE 1
#define AFTER 2

/* The grant at the authority. */
#define ACTIVE 0
#define SPENT 1
#define DENIED 2
#define AS_EXECUTED 3
#define AS_REFUSED 4

/* The key at the counterparty. */
#define UNKNOWN 0
#define DONE 1
#define REFUSED_THERE 2

/* What happens. Spin numbers the events from the last one on. */
mtype = { present, adopt, redeem_again, lease_again, found_done, found_nothing, leased, leased_again,
  told_of_end, drop, no_answer, begin_call, write_late, too_late, no_connection, told_done, told_refused, indefinite,
  no_reply, begin_late, record, record_unheard, revoke, answer_revocation, redemption_arrives, call_done,
  call_refused, call_repeated, call_expired, lease_over, late_over, token_over, crash, lose_redemption,
  lose_call, take_over };

typedef Grant {
  byte state;
  byte worker;
  bit nothingLeft;   /* this worker knows that no byte has left */
  bit sending;       /* it has recorded that the call may leave */
  byte tries;        /* how often the lease was over before the call began */
  bit final;         /* the counterparty answered `unknown`, and no token is good any longer */
  byte clock;        /* of the lease that this worker asked for */
  byte paused;       /* the same of a worker from which another took over */
  bit asked;         /* a redemption on its way to the authority */
  byte answer;
  byte calls;        /* calls on their way to the counterparty */
  bit token;         /* the counterparty may still accept a call; until when is recorded before it leaves */
  byte reply;
  byte authority;
  byte key;
}

Grant grants[2];
bit ended;       /* the revocation is recorded: no lease is given from here on */
bit answered;    /* and has been answered: no call begins from here on */
byte crashes;
byte takeovers;

/* Bad luck comes to an end where it is asked whether everything settles. */
#ifdef LUCK
byte luck = LUCK;
#define UNLUCKY (luck > 0)
#define SPEND luck--
#else
#define UNLUCKY true
#define SPEND skip
#endif

/*
 * The look-up finds nothing that was done. That is final once no token is good any longer. Without a look-up, what may have left is
 * sent again until something has ended; then a person decides.
 */
#ifdef NO_INQUIRY
#define NOT_FOUND (!ended)
#define FINAL 0
#else
#define NOT_FOUND (G.key != DONE)
#ifdef M4
#define FINAL 1
#else
#define FINAL (!G.token)
#endif
#endif

/* How many leases one turn uses up: two show what more of them do. */
#ifndef LEASES
#define LEASES 2
#endif

#define G grants[g]

/* For simulations that make many runs: an end only after so many events. */
#ifdef RUNS
byte happened;
#ifndef LATE
#define LATE 0
#endif
#define LATE_ENOUGH (happened >= LATE || timeout)
#define COUNT happened = (happened < RUNS -> happened + 1 : RUNS);
#else
#define LATE_ENOUGH true
#define COUNT
#endif

/* For the graph of one grant: how deep the search was when the event began and ended, and the whole state. */
#ifdef GRAPH
#define WHOLE ; \
  c_code { \
    Trail *first = trpt; \
    while (first > trail && (first->tau & 8)) first--; \
    printf("# %ld %ld ", (long) (first - trail), (long) (trpt - trail)); \
  }; \
  printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", \
  grants[0].state, grants[0].worker, grants[0].nothingLeft, grants[0].sending, grants[0].tries, grants[0].final, \
  grants[0].clock, grants[0].paused, grants[0].asked, grants[0].answer, grants[0].calls, grants[0].token, \
  grants[0].reply, grants[0].authority, grants[0].key, ended, answered, crashes, takeovers)
#else
#define WHOLE
#endif

/* What `model/spin.ts` reads: the grant, the event, and after it what is on disk, the workers and the end. */
#define EVENT(name) COUNT printf("@ %d %d %d %d %d %d %d %d %d %d %d %d\n", g, name, \
  grants[0].state, grants[1].state, grants[0].authority, grants[1].authority, \
  grants[0].key, grants[1].key, grants[0].worker, grants[1].worker, ended, answered) WHOLE

/* No lease that was asked for before the end is left, or the authority knows how the grant ended. */
#define QUIET(g) ((grants[g].clock != BEFORE && grants[g].paused != BEFORE) || grants[g].authority >= AS_EXECUTED)
#define NO_MESSAGE(there, back) (G.there == 0 && G.back == NONE)
#define NOW (ended -> AFTER : BEFORE)

inline ask() {
  G.asked = 1;
  G.answer = NONE;
  G.worker = ASKING;
#ifdef M2
  G.clock = OVER;
#else
  G.clock = NOW
#endif
}

inline hold() {
  G.worker = HOLDING;
  G.answer = NONE;
#ifdef M2
  G.clock = NOW
#endif
}

inline rest() {
  G.worker = IDLE;
  G.sending = 0;
  G.tries = 0;
  G.clock = OVER;
  G.answer = NONE;
  G.reply = NONE;
  G.nothingLeft = 0;
  G.final = 0
}

/* Property `recorded`: what was done is never recorded as refused, nor done after it was. */
inline refuse() {
  assert(G.key != DONE); /* recorded */
  G.state = REFUSED;
  rest()
}

/* Property `stopped`: no call begins once the end has been answered. */
inline begin() {
  assert(!answered); /* stopped */
  if
  :: G.calls < 2 -> G.calls++
  :: else
  fi
}

proctype EnforcementPoint(byte g) {
end:
  do
  /* Presented again, a spent grant is a duplicate: nothing happens. */
  :: atomic { G.state == NEW && G.worker == IDLE && !G.asked && G.authority != SPENT ->
      ask();
      EVENT(present) }

  /* A spent grant that the log does not have may have left, as far as anybody can tell: the log may have lost it. */
  :: atomic { G.state == NEW && G.authority == SPENT && G.worker == IDLE ->
      G.state = SENT;
      G.token = 1;
      EVENT(adopt) }

  :: atomic { G.worker == IDLE && G.state == PRESENTED ->
      ask();
      EVENT(redeem_again) }

  /* What never left is sent only under a new lease. */
  :: atomic { G.worker == IDLE && G.state == REDEEMED ->
      ask();
      EVENT(lease_again) }

  /* What may have left is looked up by its key first. */
#ifndef NO_INQUIRY
  :: atomic { G.worker == IDLE && G.state == SENT && G.key == DONE ->
      G.state = ACKNOWLEDGED;
      rest();
      EVENT(found_done) }
#endif
  :: atomic { G.worker == IDLE && G.state == SENT && NOT_FOUND ->
      G.final = FINAL;
      ask();
      EVENT(found_nothing) }

  /* It records that a call may leave before the first byte does. */
  :: atomic { G.worker == ASKING && G.answer == LEASE && !G.sending ->
      if
      :: G.state != SENT ->
#ifdef M5
        G.state = REDEEMED;
#else
        G.state = SENT;
#endif
        G.nothingLeft = 1
      :: else
      fi;
      G.sending = 1;
      G.token = 1;
      G.final = 0;
      hold();
      if
      :: G.clock == OVER -> ask()
      :: else
      fi;
      EVENT(leased) }
  :: atomic { G.worker == ASKING && G.answer == LEASE && G.sending ->
      hold();
      EVENT(leased_again) }
  :: atomic { G.worker == ASKING && G.answer == ENDED ->
      if
      :: G.state != SENT || G.nothingLeft || G.final -> refuse()
      :: else -> rest()
      fi;
      EVENT(told_of_end) }
  :: atomic { G.worker == ASKING && G.answer == NOT_REDEEMED ->
      G.state = DROPPED;
      rest();
      EVENT(drop) }
  :: atomic { G.worker == ASKING && (NO_MESSAGE(asked, answer) || UNLUCKY) ->
      if
      :: NO_MESSAGE(asked, answer)
      :: else -> SPEND
      fi;
      if
      :: G.state == NEW -> G.state = PRESENTED
      :: G.state == SENT && G.nothingLeft -> G.state = REDEEMED
      :: else
      fi;
      rest();
      EVENT(no_answer) }

#ifdef M1
  :: atomic { G.worker == HOLDING && G.token ->
#else
  :: atomic { G.worker == HOLDING && G.token && G.clock != OVER ->
#endif
      begin();
      G.nothingLeft = 0;
      G.worker = CALLING;
      EVENT(begin_call) }
#ifdef M5
  :: atomic { G.worker == CALLING && G.state == REDEEMED ->
      G.state = SENT;
      EVENT(write_late) }
#endif
  /* It asks for a few leases in one turn. */
  :: atomic { G.worker == HOLDING && (G.clock == OVER || !G.token) ->
      G.tries++;
      if
      :: G.nothingLeft && G.tries < LEASES && G.clock == OVER -> ask()
      :: G.nothingLeft && G.tries < LEASES && G.clock != OVER
      :: G.nothingLeft && G.tries == LEASES ->
        G.state = REDEEMED;
        rest()
      :: !G.nothingLeft -> rest()
      fi;
      EVENT(too_late) }
  :: atomic { G.worker == HOLDING && G.token && G.clock != OVER && UNLUCKY -> SPEND;
      if
      :: G.nothingLeft -> G.state = REDEEMED
      :: else
      fi;
      rest();
      EVENT(no_connection) }

  :: atomic { G.worker == CALLING && G.reply == ACK ->
      G.state = ACKNOWLEDGED;
      rest();
      EVENT(told_done) }
  :: atomic { G.worker == CALLING && G.reply == REFUSAL ->
      refuse();
      EVENT(told_refused) }
  :: atomic { G.worker == CALLING && G.reply == INDEFINITE ->
      rest();
      EVENT(indefinite) }
  :: atomic { G.worker == CALLING && (NO_MESSAGE(calls, reply) || UNLUCKY) ->
      if
      :: NO_MESSAGE(calls, reply)
      :: else -> SPEND
      fi;
      rest();
      EVENT(no_reply) }

  /* A worker that is no longer held up begins as long as its lease lasts. */
  :: atomic { G.paused != OVER && G.token ->
      begin();
      G.paused = OVER;
      EVENT(begin_late) }

  :: atomic { G.worker == IDLE && (G.state == ACKNOWLEDGED || G.state == REFUSED) ->
      assert(G.authority == SPENT || G.authority == (G.state == ACKNOWLEDGED -> AS_EXECUTED : AS_REFUSED)); /* recorded */
      G.authority = (G.state == ACKNOWLEDGED -> AS_EXECUTED : AS_REFUSED);
      if
      :: G.state = RECORDED;
         EVENT(record)
      :: UNLUCKY -> SPEND;
         EVENT(record_unheard)
      fi }
  od
}

inline redemption() {
  G.asked = 0;
  if
  :: G.authority == ACTIVE && !ended -> G.authority = SPENT
  :: G.authority == ACTIVE && ended -> G.authority = DENIED
  :: else
  fi;
  if
  :: G.worker != ASKING
  :: G.worker == ASKING && G.authority == DENIED -> G.answer = NOT_REDEEMED
  :: G.worker == ASKING && G.authority == SPENT && !ended -> G.answer = LEASE
  :: G.worker == ASKING && G.authority == SPENT && ended -> G.answer = ENDED
  :: G.worker == ASKING && G.authority > DENIED -> G.answer = ENDED
  fi;
  EVENT(redemption_arrives)
}

proctype Authority() {
  byte g;
end:
  do
  :: atomic { !ended && LATE_ENOUGH ->
      ended = 1;
      g = 0;
      EVENT(revoke) }
#ifdef M3
  :: atomic { ended && !answered ->
#else
  :: atomic { ended && !answered && QUIET(0) && QUIET(1) ->
#endif
      answered = 1;
      g = 0;
      EVENT(answer_revocation) }
  :: atomic { grants[0].asked -> g = 0; redemption() }
  :: atomic { grants[1].asked -> g = 1; redemption() }
  od
}

proctype Counterparty(byte g) {
end:
  do
  :: atomic { G.calls > 0 && G.token && G.key == UNKNOWN ->
      assert(G.state != REFUSED && !(G.state == RECORDED && G.authority == AS_REFUSED)); /* recorded */
      G.calls--;
      G.key = DONE;
      if
      :: G.worker == CALLING -> G.reply = ACK
      :: else
      fi;
      EVENT(call_done) }
  :: atomic { G.calls > 0 && G.token && G.key == UNKNOWN ->
      G.calls--;
      G.key = REFUSED_THERE;
      if
      :: G.worker == CALLING -> G.reply = REFUSAL
      :: else
      fi;
      EVENT(call_refused) }
  /* Property `once`: a grant has its effect at most once. */
  :: atomic { G.calls > 0 && G.token && G.key != UNKNOWN ->
#ifdef M6
      assert(G.key != DONE); /* once */
#endif
      G.calls--;
      if
      :: G.worker == CALLING -> G.reply = G.key
      :: else
      fi;
      EVENT(call_repeated) }
  :: atomic { G.calls > 0 && !G.token ->
      G.calls--;
      if
      :: G.worker == CALLING -> G.reply = INDEFINITE
      :: else
      fi;
      EVENT(call_expired) }
  od
}

/* A token is good for longer than a lease. */
#define OUTLASTED (G.worker != HOLDING || G.clock == OVER)

proctype Time(byte g) {
end:
  do
  /* It is bad luck if it comes before what it is for. */
  :: atomic { G.worker != CALLING && G.clock != OVER && UNLUCKY -> SPEND; G.clock = OVER; EVENT(lease_over) }
  :: atomic { G.worker == CALLING && G.clock != OVER -> G.clock = OVER; EVENT(lease_over) }
  :: atomic { G.paused != OVER -> G.paused = OVER; EVENT(late_over) }
  :: atomic { G.token && (G.calls > 0 || G.sending) && OUTLASTED && UNLUCKY -> SPEND; G.token = 0; EVENT(token_over) }
  :: atomic { G.token && G.calls == 0 && !G.sending -> G.token = 0; EVENT(token_over) }
  od
}

/*
 * A worker is held up, and another takes the intent. That happens only after the lease under which the first might
 * begin: it holds the intent for longer, counted from before.
 */
#ifdef M7
#define HELD_UP(g) (grants[g].worker == HOLDING)
#else
#define HELD_UP(g) (grants[g].worker == HOLDING && grants[g].clock == OVER)
#endif

inline take_over_intent() {
  takeovers++;
  G.paused = G.clock;
  rest();
  EVENT(take_over)
}

proctype Misfortune() {
  byte g;
end:
  do
  :: atomic { crashes < CRASHES && UNLUCKY -> SPEND;
      crashes++;
      g = 1;
      rest();
      G.paused = OVER;
      g = 0;
      rest();
      G.paused = OVER;
      EVENT(crash) }
  :: atomic { takeovers < TAKEOVERS && HELD_UP(0) && UNLUCKY -> SPEND;
      g = 0;
      take_over_intent() }
  :: atomic { takeovers < TAKEOVERS && HELD_UP(1) && UNLUCKY -> SPEND;
      g = 1;
      take_over_intent() }
  :: atomic { grants[0].asked && UNLUCKY -> SPEND;
      grants[0].asked = 0;
      g = 0;
      EVENT(lose_redemption) }
  :: atomic { grants[1].asked && UNLUCKY -> SPEND;
      grants[1].asked = 0;
      g = 1;
      EVENT(lose_redemption) }
  :: atomic { grants[0].calls > 0 && UNLUCKY -> SPEND;
      grants[0].calls--;
      g = 0;
      EVENT(lose_call) }
  :: atomic { grants[1].calls > 0 && UNLUCKY -> SPEND;
      grants[1].calls--;
      g = 1;
      EVENT(lose_call) }
  od
}

#ifdef RUNS
inline forget() {
  rest();
  G.state = NEW;
  G.paused = OVER;
  G.asked = 0;
  G.calls = 0;
  G.token = 0;
  G.authority = ACTIVE;
  G.key = UNKNOWN
}

/* Begins anew after every run of so many events, so that one simulation makes many runs. */
proctype Again() {
  byte g;
  do
  :: atomic { happened >= RUNS || timeout ->
      g = 0;
      forget();
      g = 1;
      forget();
      ended = 0;
      answered = 0;
      crashes = 0;
      takeovers = 0;
#ifdef LUCK
      luck = LUCK;
#endif
      happened = 0;
      printf("@ again\n") }
  od
}

#endif

init {
  atomic {
#ifdef RUNS
    run Again();
#endif
    run EnforcementPoint(0);
    run Counterparty(0);
    run Time(0);
#ifndef ONE_GRANT
    run EnforcementPoint(1);
    run Counterparty(1);
    run Time(1);
#endif
    run Authority();
    run Misfortune()
  }
}

/* Property `settled`: with an end to bad luck, each grant comes to its end, or waits for a person who decides. */
#if defined(LUCK) && !defined(RUNS)
#define SETTLED(g) (grants[g].state == RECORDED || grants[g].state == DROPPED || WAITS_FOR_A_PERSON(g))
#ifdef NO_INQUIRY
#define WAITS_FOR_A_PERSON(g) (grants[g].state == SENT && grants[g].worker == IDLE && ended)
#else
#define WAITS_FOR_A_PERSON(g) false
#endif
ltl settled { <> (SETTLED(0) && SETTLED(1)) }
#endif
