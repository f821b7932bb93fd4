//! One connection to a broker, from its beginning to its end.

use std::{
    collections::{BTreeMap, HashSet},
    time::{Duration, Instant},
};

use rumqttc::{
    AsyncClient, ConnectionError, DisconnectProperties, DisconnectReasonCode, Event, IncomingPacketSizeLimit,
    LastWill, LastWillProperties, MqttOptions, Packet, PublishNoticeError, PublishOptions, PublishProperties,
    QoS, TlsConfiguration, Transport,
};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::{HallEvent, HallLost, HallMessage, HallOptions};

/// How long the broker keeps a state. What is left of it when it comes out tells how old it is, on no clock of ours.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// After half as long again without a sign of life the broker says that we are gone.
const KEEP_ALIVE: u16 = 5;
const CONNECTING: Duration = Duration::from_secs(5);
/// How many states may be under way.
const UNDER_WAY: usize = 20;
/// The longest message that is taken in.
const LONGEST_TAKEN: u32 = 256 << 10;
/// What a message has beside its topic and its content, and to spare.
const HEADER: usize = 64;

/// Why a connection has ended, and how long it had lasted; nothing if there was none.
pub(super) struct Ended {
    pub(super) reason: HallLost,
    pub(super) lasted: Option<Duration>,
}

/// The newest state of each topic, and which of them the broker has.
#[derive(Default)]
pub(super) struct Outbox {
    states: BTreeMap<String, Vec<u8>>,
    unsent: Vec<String>,
    under_way: HashSet<String>,
}

type Acknowledged = (String, Result<(), PublishNoticeError>);

impl Outbox {
    pub(super) fn put(&mut self, HallMessage { topic, content }: HallMessage) {
        if !self.unsent.contains(&topic) {
            self.unsent.push(topic.clone());
        }
        self.states.insert(topic, content);
    }

    /// A new connection begins: the broker may have nothing.
    fn begin(&mut self) {
        self.under_way.clear();
        self.unsent = self.states.keys().cloned().collect();
    }

    fn is_empty(&self) -> bool {
        self.unsent.is_empty() && self.under_way.is_empty()
    }

    /// Sends what is unsent, and of no topic two states at once.
    fn send(
        &mut self,
        client: &AsyncClient,
        most: usize,
        acknowledged: &UnboundedSender<Acknowledged>,
        report: &mut dyn FnMut(HallEvent),
    ) {
        let mut waiting = Vec::new();
        for topic in std::mem::take(&mut self.unsent) {
            if self.under_way.len() >= UNDER_WAY || self.under_way.contains(&topic) {
                waiting.push(topic);
                continue;
            }
            let content = self.states[&topic].clone();
            // One that is too long would break this connection, and each one after it.
            let found = content.len() + topic.len() + HEADER;
            if found > most {
                report(HallEvent::TooLong { topic, found, most });
                continue;
            }
            match client.try_publish_tracked(topic.clone(), content, kept()) {
                Ok(notice) => {
                    self.under_way.insert(topic.clone());
                    let acknowledged = acknowledged.clone();
                    tokio::spawn(async move {
                        let _ = acknowledged.send((topic, notice.wait_completion_async().await));
                    });
                }
                Err(_) => waiting.push(topic),
            }
        }
        self.unsent = waiting;
    }
}

/// Holds a connection until it is lost; `None` if nobody wants it any more, and the last states have gone out.
pub(super) async fn hold(
    options: &HallOptions,
    host: &str,
    outbox: &mut Outbox,
    orders: &mut UnboundedReceiver<HallMessage>,
    report: &mut dyn FnMut(HallEvent),
) -> Option<Ended> {
    let (client, mut events) = AsyncClient::builder(mqtt(options, host)).capacity(2 * UNDER_WAY).build();
    let (acknowledged, mut acknowledgements) = mpsc::unbounded_channel::<Acknowledged>();
    let (mut since, mut most, mut closing) = (None::<Instant>, usize::MAX, false);
    outbox.begin();
    loop {
        let poll = events.poll();
        tokio::pin!(poll);
        let event = loop {
            tokio::select! {
                event = &mut poll => break event,
                order = orders.recv(), if !closing => match order {
                    Some(message) => outbox.put(message),
                    None if since.is_none() => return None,
                    None => closing = true,
                },
                Some((topic, result)) = acknowledgements.recv() => {
                    outbox.under_way.remove(&topic);
                    if let Err(PublishNoticeError::V5PubAck(_)) = result {
                        report(HallEvent::Refused { topic });
                    }
                }
            }
            if since.is_some() {
                outbox.send(&client, most, &acknowledged, report);
            }
            if closing && outbox.is_empty() {
                leave(&client);
            }
        };
        match event {
            Ok(Event::Incoming(Packet::ConnAck(ack))) => {
                let limit = ack.properties.and_then(|properties| properties.max_packet_size);
                most = limit.map_or(usize::MAX, |limit| limit as usize);
                since = Some(Instant::now());
                for topic in &options.topics {
                    let _ = client.try_subscribe(topic, QoS::AtLeastOnce);
                }
                report(HallEvent::Connected);
                outbox.send(&client, most, &acknowledged, report);
            }
            Ok(Event::Incoming(Packet::Publish(publish))) => {
                let left = publish.properties.and_then(|properties| properties.message_expiry_interval);
                let age = left.map(|left| KEPT.saturating_sub(Duration::from_secs(left.into())));
                report(HallEvent::Shown {
                    topic: String::from_utf8_lossy(&publish.topic).into_owned(),
                    content: publish.payload.to_vec(),
                    age: age.unwrap_or_default(),
                });
            }
            Ok(_) => {}
            Err(_) if closing => return None,
            Err(error) => return Some(ended(error, host, options.port, since)),
        }
    }
}

fn ended(error: ConnectionError, host: &str, port: u16, since: Option<Instant>) -> Ended {
    let lasted = since.map(|since| since.elapsed());
    Ended { reason: HallLost::of(error, host, port, lasted.is_some()), lasted }
}

/// Says goodbye; the broker shows the will.
fn leave(client: &AsyncClient) {
    let nothing = DisconnectProperties {
        session_expiry_interval: None,
        reason_string: None,
        user_properties: Vec::new(),
        server_reference: None,
    };
    let _ = client.try_disconnect_with_properties(DisconnectReasonCode::DisconnectWithWillMessage, nothing);
}

/// How states are published.
fn kept() -> PublishOptions {
    let lifetime = u32::try_from(KEPT.as_secs()).ok();
    let properties = PublishProperties { message_expiry_interval: lifetime, ..PublishProperties::default() };
    PublishOptions::at_least_once().retained().properties(properties)
}

fn mqtt(options: &HallOptions, host: &str) -> MqttOptions {
    // Two clients of one name throw each other out for ever.
    let id = format!("annabella-{}-{:08x}", options.user, fastrand::u32(..));
    let mut mqtt = MqttOptions::new(id, (host, options.port));
    mqtt.set_keep_alive(KEEP_ALIVE);
    mqtt.set_connect_timeout(CONNECTING);
    mqtt.set_credentials(options.user.clone(), options.password.clone());
    mqtt.set_incoming_packet_size_limit(IncomingPacketSizeLimit::Bytes(LONGEST_TAKEN));
    mqtt.set_transport(Transport::tls_with_config(TlsConfiguration::Simple {
        ca: options.authority.clone().into_bytes(),
        alpn: None,
        client_auth: None,
    }));
    if let Some(HallMessage { topic, content }) = options.will.clone() {
        let properties = LastWillProperties {
            delay_interval: None,
            payload_format_indicator: None,
            message_expiry_interval: u32::try_from(KEPT.as_secs()).ok(),
            content_type: None,
            response_topic: None,
            correlation_data: None,
            user_properties: Vec::new(),
        };
        mqtt.set_last_will(LastWill::new(topic, content, QoS::AtLeastOnce, true, Some(properties)));
    }
    mqtt
}
